// What the page takes from its two libraries, which are loaded before it.
export const { html, render, useState, useEffect, useMemo, useRef, useLayoutEffect } = globalThis.htmPreact;
export const Plot = globalThis.uPlot;
