// The board on a canvas: the wooden table, tiles, pieces, what is new, and a chosen feature.

const MIN_CELLS = 5;
const MARGIN_CELLS = 0.25;
const GLIDE_MILLISECONDS = 320;
const MAX_TILE_SIDE = 190;
const AXIS_PIXELS = 26;
const BUTTON_GAP_PIXELS = 8;

// The camera: the column and row in the middle of the canvas, and pixels of a cell. Where the
// reader has zoomed, `moved` keeps it there.
const camera = {x: 0, y: 0, size: 80, moved: false, glide: 0};

let canvas = null;
let pen = null;
let sheets = {};

function prepareBoard() {
  canvas = byId("board");
  pen = canvas.getContext("2d");
  sheets = {tiles: byId("tile-sheet"), figures: byId("figure-sheet"), planks: byId("plank-sheet")};
  new ResizeObserver(() => {
    resizeBoard();
    if (!camera.moved) Object.assign(camera, wholeBoard());
    drawBoard();
  }).observe(canvas.parentElement);
  resizeBoard();
  Object.assign(camera, wholeBoard());
}

function resizeBoard() {
  const scale = Math.min(3, window.devicePixelRatio || 1);
  canvas.width = Math.round(canvas.clientWidth * scale);
  canvas.height = Math.round(canvas.clientHeight * scale);
}

function pixelScale() {
  return canvas.width / Math.max(1, canvas.clientWidth);
}

// The camera that shows all tiles of the shown turn, none of them under the buttons: beside or
// above these, or on the whole canvas where they lie over the bare table.
function wholeBoard() {
  const bounds = boundsAfter(shown.turn);
  const [left, top] = buttonsCorner();
  const whole = boardWithin(bounds, canvas.clientWidth, canvas.clientHeight);
  if (!tilesBehindButtons(whole, left, top)) return whole;
  const beside = boardWithin(bounds, left, canvas.clientHeight);
  const above = boardWithin(bounds, canvas.clientWidth, top);
  return beside.size > above.size ? beside : above;
}

// The camera that shows the tiles within bounds in the upper left part of the canvas.
function boardWithin([west, south, east, north], wide, high) {
  const columns = Math.max(MIN_CELLS, east - west + 1) + 2 * MARGIN_CELLS;
  const rows = Math.max(MIN_CELLS, north - south + 1) + 2 * MARGIN_CELLS;
  const size = Math.min((wide - AXIS_PIXELS) / columns, (high - AXIS_PIXELS) / rows, MAX_TILE_SIDE);
  const right = (canvas.clientWidth - wide - AXIS_PIXELS) / 2 / size;
  const down = (canvas.clientHeight - high - AXIS_PIXELS) / 2 / size;
  return {x: (west + east) / 2 + right, y: (south + north) / 2 - down, size};
}

// The left and top of the buttons on the canvas, with a gap; they reach to its lower right corner.
function buttonsCorner() {
  const buttons = byId("zoom");
  return [buttons.offsetLeft - BUTTON_GAP_PIXELS, buttons.offsetTop - BUTTON_GAP_PIXELS];
}

// Whether a tile of the shown turn, with a frame around it, would reach under the buttons.
function tilesBehindButtons({x, y, size}, left, top) {
  const reach = size / 2 + frameWidth(size) + 2;
  return tilesAfter(shown.turn).some(
    tile =>
      canvas.clientWidth / 2 + (page.tiles[tile][0] - x) * size + reach > left &&
      canvas.clientHeight / 2 + (y - page.tiles[tile][1]) * size + reach > top,
  );
}

// Move the camera to where all tiles are seen, unless the reader has chosen another part.
function followBoard() {
  cancelAnimationFrame(camera.glide);
  if (camera.moved) {
    drawBoard();
    return;
  }
  const from = {x: camera.x, y: camera.y, size: camera.size};
  const to = wholeBoard();
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const begun = performance.now();
  const step = now => {
    const part = still ? 1 : Math.min(1, (now - begun) / GLIDE_MILLISECONDS);
    const eased = 1 - (1 - part) ** 3;
    for (const key of ["x", "y", "size"]) camera[key] = from[key] + (to[key] - from[key]) * eased;
    drawBoard();
    if (part < 1) camera.glide = requestAnimationFrame(step);
  };
  step(still ? begun + GLIDE_MILLISECONDS : begun);
}

function cornerOf(x, y) {
  return [
    canvas.clientWidth / 2 + (x - camera.x - 0.5) * camera.size,
    canvas.clientHeight / 2 + (camera.y - y - 0.5) * camera.size,
  ];
}

// The column and row at a point of the canvas, with fractions: x from the west, y to the north.
function placeAt(x, y) {
  return [
    (x - canvas.clientWidth / 2) / camera.size + camera.x,
    camera.y - (y - canvas.clientHeight / 2) / camera.size,
  ];
}

function drawBoard() {
  const scale = pixelScale();
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.imageSmoothingQuality = "high";
  drawTable();
  const tiles = tilesAfter(shown.turn);
  drawShadows(tiles);
  for (const tile of tiles) drawTile(tile);
  drawNewTiles(tiles);
  const lit = litArea();
  if (lit) drawSpotlight(lit);
  for (const [tile, x, y, sprite] of page.turns[shown.turn].figures) drawFigure(tile, x, y, sprite);
  if (!lit) drawGains();
  drawAxes();
}

function drawTable() {
  const size = camera.size / page.tilePixels;
  const [left, top] = cornerOf(0, 0);
  pen.save();
  pen.translate(left, top);
  pen.scale(size, size);
  pen.fillStyle = pen.createPattern(sheets.planks, "repeat");
  pen.fillRect(-left / size, -top / size, canvas.clientWidth / size, canvas.clientHeight / size);
  pen.restore();
}

function drawShadows(tiles) {
  pen.save();
  pen.shadowColor = "#0009";
  pen.shadowBlur = 0.12 * camera.size * pixelScale();
  pen.shadowOffsetX = pen.shadowOffsetY = 0.05 * camera.size * pixelScale();
  pen.fillStyle = "#000";
  pen.beginPath();
  for (const tile of tiles) {
    const [left, top] = cornerOf(page.tiles[tile][0], page.tiles[tile][1]);
    pen.rect(left + 1, top + 1, camera.size - 2, camera.size - 2);
  }
  pen.fill();
  pen.restore();
}

function drawTile(tile) {
  const [x, y] = page.tiles[tile];
  const [left, top] = cornerOf(x, y);
  drawSprite(pen, spritesByTurn[shown.turn][tile], left, top, camera.size + 0.4);
}

function drawSprite(target, sprite, left, top, size) {
  const side = page.tilePixels;
  const column = sprite % page.columns;
  const row = Math.floor(sprite / page.columns);
  target.drawImage(sheets.tiles, column * side, row * side, side, side, left, top, size, size);
}

function drawFigure(tile, x, y, sprite) {
  const [left, top] = cornerOf(page.tiles[tile][0], page.tiles[tile][1]);
  const size = camera.size / page.tilePixels;
  const [fromX, fromY, wide, high] = page.boxes[sprite];
  pen.drawImage(
    sheets.figures, fromX, fromY, wide, high,
    left + x * size, top + y * size, wide * size, high * size,
  );
}

function frameWidth(size) {
  return Math.max(2.5, size / 16);
}

// A frame in the colour of its seat around each tile of the turn.
function drawNewTiles(tiles) {
  const wide = frameWidth(camera.size);
  for (const tile of tiles) {
    const [x, y, , , turn, seat] = page.tiles[tile];
    const chosen = tile === shown.tile;
    if ((turn !== shown.turn || seat < 0) && !chosen) continue;
    const [left, top] = cornerOf(x, y);
    for (const [ink, more] of [["#fff6e4", 2], [chosen || seat < 0 ? "#ffc53d" : page.seats[seat].colour, 0]]) {
      pen.strokeStyle = ink;
      pen.lineWidth = wide + more;
      pen.strokeRect(left - wide / 2, top - wide / 2, camera.size + wide, camera.size + wide);
    }
  }
}

// The area that is lit: a chosen feature or a score.
function litArea() {
  if (shown.area !== null) return areaZones[shown.area];
  const feature = shown.features[shown.chosen];
  return feature ? areaZones[feature[0]] : null;
}

// Darken everything but an area, and draw a line around it.
function drawSpotlight(zones) {
  const mask = areaMask(zones);
  if (!mask) return;
  const [left, top] = cornerOf(mask.west, mask.north);
  const wide = mask.columns * camera.size;
  const high = mask.rows * camera.size;
  const scale = pixelScale();
  const layer = document.createElement("canvas");
  layer.width = canvas.width;
  layer.height = canvas.height;
  const ink = layer.getContext("2d");
  ink.scale(scale, scale);
  ink.imageSmoothingQuality = "high";
  const reach = Math.max(2, camera.size / 30);
  for (let step = 0; step < 12; step += 1) {
    const angle = (step * Math.PI) / 6;
    const x = left + reach * Math.cos(angle);
    const y = top + reach * Math.sin(angle);
    ink.drawImage(mask.canvas, x, y, wide, high);
  }
  ink.globalCompositeOperation = "source-in";
  ink.fillStyle = "#ffe9a8";
  ink.fillRect(0, 0, canvas.clientWidth, canvas.clientHeight);
  ink.globalCompositeOperation = "destination-over";
  ink.fillStyle = "#120d0699";
  ink.fillRect(0, 0, canvas.clientWidth, canvas.clientHeight);
  ink.globalCompositeOperation = "destination-out";
  ink.drawImage(mask.canvas, left, top, wide, high);
  pen.drawImage(layer, 0, 0, canvas.clientWidth, canvas.clientHeight);
}

const masks = new Map();

// A small picture that is opaque in an area, with the cells it spans.
function areaMask(zones) {
  if (masks.has(zones)) return masks.get(zones);
  const byTile = new Map();
  for (const zone of zones) {
    const tile = Math.floor(zone / ZONES_PER_TILE);
    if (!byTile.has(tile)) byTile.set(tile, new Set());
    byTile.get(tile).add(zone % ZONES_PER_TILE);
  }
  if (!byTile.size) return null;
  const columns = [...byTile.keys()].map(tile => page.tiles[tile][0]);
  const rows = [...byTile.keys()].map(tile => page.tiles[tile][1]);
  const west = Math.min(...columns);
  const north = Math.max(...rows);
  const mask = {west, north, columns: Math.max(...columns) - west + 1, rows: north - Math.min(...rows) + 1};
  const size = page.zoneCells;
  mask.canvas = document.createElement("canvas");
  mask.canvas.width = mask.columns * size;
  mask.canvas.height = mask.rows * size;
  const ink = mask.canvas.getContext("2d");
  for (const [tile, own] of byTile) {
    const [x, y] = page.tiles[tile];
    const square = ink.createImageData(size, size);
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        const zone = zoneAt(tile, (column + 0.5) / size, (row + 0.5) / size);
        if (own.has(zone)) square.data[4 * (row * size + column) + 3] = 255;
      }
    }
    ink.putImageData(square, (x - west) * size, (north - y) * size);
  }
  masks.set(zones, mask);
  return mask;
}

// The points of the turn on the features that brought them.
function drawGains() {
  const taken = [];
  for (const event of page.turns[shown.turn].events) {
    if (!event.points || !event.points.length || event.area === undefined) continue;
    const tiles = [...new Set([...areaZones[event.area]].map(zone => Math.floor(zone / ZONES_PER_TILE)))];
    const tile = page.tiles[tiles[Math.floor(tiles.length / 2)]];
    const [left, top] = cornerOf(tile[0], tile[1]);
    const high = Math.max(20, Math.min(40, camera.size * 0.36));
    event.points.forEach(([seat, points], line) => {
      const x = left + camera.size / 2;
      let y = top + camera.size * 0.3 + line * (high + 3);
      while (taken.some(([a, b]) => Math.abs(a - x) < 2 * high && Math.abs(b - y) < high)) y += high / 2;
      taken.push([x, y]);
      drawPill(x, y, high, `+${points}`, page.seats[seat].colour);
    });
  }
}

function drawPill(x, y, high, words, colour) {
  pen.save();
  pen.font = `700 ${Math.round(high * 0.66)}px system-ui, sans-serif`;
  const wide = pen.measureText(words).width + high * 0.8;
  pen.shadowColor = "#000a";
  pen.shadowBlur = 8;
  pen.fillStyle = colour;
  pen.strokeStyle = "#fff6e4";
  pen.lineWidth = 2.5;
  pen.beginPath();
  pen.roundRect(x - wide / 2, y - high / 2, wide, high, high / 2);
  pen.stroke();
  pen.fill();
  pen.shadowBlur = 0;
  pen.fillStyle = isLight(colour) ? "#1a1412" : "#ffffff";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(words, x, y + high * 0.04);
  pen.restore();
}

function isLight(colour) {
  const [red, green, blue] = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16));
  return 3 * red + 6 * green + blue > 1400;
}

// Columns along the top and rows along the left, as they stand in the texts.
function drawAxes() {
  const [west, south, east, north] = boundsAfter(shown.turn);
  const step = camera.size < 30 ? 2 : 1;
  pen.save();
  pen.font = "600 12px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const mark = (x, y, number) => {
    pen.fillStyle = "#1b130acc";
    pen.beginPath();
    pen.roundRect(x - 12, y - 9, 24, 18, 9);
    pen.fill();
    pen.fillStyle = "#fff6e4";
    pen.fillText(String(number).replace("-", "−"), x, y + 1);
  };
  for (let x = west; x <= east; x += 1) {
    const left = cornerOf(x, north)[0] + camera.size / 2;
    if (x % step === 0 && left > 30 && left < canvas.clientWidth - 12) mark(left, 12, x);
  }
  for (let y = south; y <= north; y += 1) {
    const top = cornerOf(west, y)[1] + camera.size / 2;
    if (y % step === 0 && top > 30 && top < canvas.clientHeight - 12) mark(15, top, y);
  }
  pen.restore();
}
