// The used parts of the two libraries.
export { html, render, useState, useEffect, useMemo, useRef, useLayoutEffect } from './vendor/htm-preact-3.1.1.mjs';
export { default as Plot } from './vendor/uplot-1.6.32.esm.js';
