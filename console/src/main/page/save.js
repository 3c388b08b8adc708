// Downloads of the page: a table as CSV, a chart as a picture. Nothing is sent to a server.
function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = 'tollbooth-' + name.toLowerCase().replace(/[^a-z0-9.]+/g, '-').replace(/^-|-$/g, '');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Returns a cell of a CSV file. A quote before some characters keeps spreadsheets from reading the text as a formula.
function csvCell(value) {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? "'" + value : String(value ?? '');
  return /[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}

// Returns a table as CSV, with the unrounded figures under the keys of the catalogue.
export function csvOf(columns, rows) {
  const shown = columns.filter(each => each.value);
  const more = rows.some(each => each.row?.digest !== undefined) ? ['digest', 'schema', 'text'] : [];
  return [[...shown.map(each => each.figure || each.key), ...more], ...rows.map(row => [...shown.map(each => (each.text || each.value)(row)), ...more.map(key => row.row[key])])]
    .map(line => line.map(csvCell).join(',') + '\r\n').join('');
}

export function saveCsv(name, columns, rows) {
  save(new Blob([csvOf(columns, rows)], { type: 'text/csv' }), name + '.csv');
}

// Saves a chart as a picture, with a title and the names of its lines above it.
export function savePng(canvas, title, lines, colorOf) {
  const scale = devicePixelRatio, head = 44 * scale;
  const picture = document.createElement('canvas');
  picture.width = canvas.width;
  picture.height = canvas.height + head;
  const ctx = picture.getContext('2d');
  ctx.fillStyle = colorOf('panel');
  ctx.fillRect(0, 0, picture.width, picture.height);
  ctx.scale(scale, scale);
  ctx.font = '600 13px system-ui, sans-serif';
  ctx.fillStyle = colorOf('text');
  ctx.fillText(title, 10, 18);
  ctx.font = '11px system-ui, sans-serif';
  let x = 10;
  for (const { name, color } of lines) {
    ctx.fillStyle = colorOf(color);
    ctx.fillRect(x, 28, 9, 9);
    ctx.fillStyle = colorOf('muted');
    ctx.fillText(name, x + 13, 36);
    x += 30 + ctx.measureText(name).width;
  }
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.drawImage(canvas, 0, head);
  picture.toBlob(blob => save(blob, title.replace(/,.*/, '') + '.png'));
}
