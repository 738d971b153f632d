// Taps, swipes, drags, pinches, the wheel and keys on the board.

const SWIPE_PIXELS = 45;
const TAP_PIXELS = 10;
const ZOOM_STEP = 1.35;
const MAX_ZOOM = 5;

const fingers = new Map();
let gesture = null;

function prepareGestures() {
  canvas.addEventListener("pointerdown", fingerDown);
  canvas.addEventListener("pointermove", fingerMoved);
  canvas.addEventListener("pointerup", fingerUp);
  canvas.addEventListener("pointercancel", fingerLost);
  canvas.addEventListener("wheel", wheel, {passive: false});
  canvas.addEventListener("dblclick", event => zoomBy(ZOOM_STEP ** 2, pointOf(event)));
  byId("larger").addEventListener("click", () => zoomBy(ZOOM_STEP));
  byId("smaller").addEventListener("click", () => zoomBy(1 / ZOOM_STEP));
  byId("fit").addEventListener("click", fitBoard);
  document.addEventListener("keydown", keyDown);
}

function pointOf(event) {
  const box = canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

function fingerDown(event) {
  fingers.set(event.pointerId, pointOf(event));
  canvas.setPointerCapture(event.pointerId);
  const [x, y] = pointOf(event);
  gesture = {x, y, far: 0, pinch: fingers.size > 1 ? fingerDistance() : 0};
}

function fingerMoved(event) {
  if (!fingers.has(event.pointerId) || !gesture) return;
  const [oldX, oldY] = fingers.get(event.pointerId);
  const [x, y] = pointOf(event);
  fingers.set(event.pointerId, [x, y]);
  gesture.far = Math.max(gesture.far, Math.hypot(x - gesture.x, y - gesture.y));
  if (fingers.size > 1) {
    const distance = fingerDistance();
    if (gesture.pinch) zoomBy(distance / gesture.pinch, fingerMiddle());
    gesture.pinch = distance;
    gesture.far = Infinity;
  } else if (camera.moved && gesture.far > TAP_PIXELS) {
    camera.x -= (x - oldX) / camera.size;
    camera.y += (y - oldY) / camera.size;
    drawBoard();
  }
}

function fingerUp(event) {
  const [x, y] = pointOf(event);
  const alone = fingers.size === 1;
  fingers.delete(event.pointerId);
  if (!gesture || !alone) return;
  const [across, along] = [x - gesture.x, y - gesture.y];
  if (gesture.far <= TAP_PIXELS) tap(x, y);
  else if (!camera.moved && Math.abs(across) > SWIPE_PIXELS && Math.abs(across) > 1.5 * Math.abs(along)) {
    showTurn(shown.turn + (across < 0 ? 1 : -1));
  }
  gesture = null;
}

function fingerLost(event) {
  fingers.delete(event.pointerId);
  gesture = null;
}

function fingerDistance() {
  const [[x, y], [otherX, otherY]] = fingers.values();
  return Math.hypot(x - otherX, y - otherY);
}

function fingerMiddle() {
  const [[x, y], [otherX, otherY]] = fingers.values();
  return [(x + otherX) / 2, (y + otherY) / 2];
}

function wheel(event) {
  event.preventDefault();
  zoomBy(Math.exp(-event.deltaY / 500), pointOf(event));
}

// Make the board larger around a point, which stays where it is.
function zoomBy(factor, point = [canvas.clientWidth / 2, canvas.clientHeight / 2]) {
  cancelAnimationFrame(camera.glide);
  const least = wholeBoard().size;
  const [x, y] = placeAt(...point);
  camera.size = Math.min(Math.max(camera.size * factor, least), least * MAX_ZOOM);
  if (camera.size <= least * 1.01) {
    fitBoard();
    return;
  }
  camera.moved = true;
  const [nowX, nowY] = placeAt(...point);
  camera.x += x - nowX;
  camera.y += y - nowY;
  byId("table").classList.add("moved");
  drawBoard();
}

function fitBoard() {
  camera.moved = false;
  byId("table").classList.remove("moved");
  followBoard();
}

// Choose the features at a point; the next tap on the same ones chooses the next of them.
function tap(x, y) {
  byId("help").hidden = true;
  const [column, row] = placeAt(x, y);
  const tile = tilesByPlace.get(`${Math.round(column)} ${Math.round(row)}`);
  if (tile === undefined || page.tiles[tile][4] > shown.turn) {
    chooseFeatures([]);
    return;
  }
  const zone = zoneAt(tile, column - Math.round(column) + 0.5, Math.round(row) - row + 0.5);
  const found = zone < 0 ? [] : featuresAt(shown.turn, tile * ZONES_PER_TILE + zone);
  const again = found.length > 0 && found.every((feature, n) => feature === shown.features[n]);
  chooseFeatures(found, again ? (shown.chosen + 1) % found.length : 0, tile * ZONES_PER_TILE + zone);
}

function keyDown(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const inside = event.target.closest("input, [role=tablist]");
  const pressed = event.target.closest("button, summary");
  const keys = {
    ArrowLeft: () => showTurn(shown.turn - 1),
    ArrowRight: () => showTurn(shown.turn + 1),
    Home: () => showTurn(0),
    End: () => showTurn(lastTurn()),
    "+": () => zoomBy(ZOOM_STEP),
    "-": () => zoomBy(1 / ZOOM_STEP),
    0: fitBoard,
    Escape: () => chooseFeatures([]),
  };
  if (event.key === " " && !pressed && !inside) {
    event.preventDefault();
    togglePlay();
  } else if (keys[event.key] && !inside) {
    event.preventDefault();
    keys[event.key]();
  }
}
