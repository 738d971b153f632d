// The game turn by turn: which tiles, pieces and features there are after a turn.

const ZONES_PER_TILE = 16;

// What is shown: the turn, the features chosen on the board, and the view beside it.
const shown = {turn: 0, features: [], chosen: 0, area: null, tile: null, view: "scores"};

let areaZones = [];
let tilesByPlace = new Map();
let spritesByTurn = [];

// Work out once what the rows of the data only say as changes.
function prepareGame() {
  areaZones = [];
  for (const [parents, own] of page.areas) {
    const zones = new Set(own);
    for (const parent of parents) for (const zone of areaZones[parent]) zones.add(zone);
    areaZones.push(zones);
  }
  tilesByPlace = new Map(page.tiles.map(([x, y], number) => [`${x} ${y}`, number]));
  let sprites = [];
  spritesByTurn = page.turns.map(turn => {
    sprites = sprites.slice();
    for (const [tile, sprite] of turn.sprites) sprites[tile] = sprite;
    return sprites;
  });
}

function lastTurn() {
  return page.turns.length - 1;
}

// The numbers of the tiles on the board after a turn.
function tilesAfter(turn) {
  return page.tiles.map((_, number) => number).filter(number => page.tiles[number][4] <= turn);
}

// The columns and rows that the tiles take: west, south, east, north.
function boundsAfter(turn) {
  const tiles = tilesAfter(turn).map(number => page.tiles[number]);
  const columns = tiles.map(tile => tile[0]);
  const rows = tiles.map(tile => tile[1]);
  return [Math.min(...columns), Math.min(...rows), Math.max(...columns), Math.max(...rows)];
}

// The points of each seat in a turn.
function gains(turn) {
  const before = turn ? page.turns[turn - 1].scores : page.seats.map(() => 0);
  return page.turns[turn].scores.map((points, seat) => points - before[seat]);
}

// The zone of a tile at a point of its cell (shares of its side), as a number on the tile.
function zoneAt(tile, x, y) {
  const [, , kind, rotation] = page.tiles[tile];
  let point = [x, y];
  for (let turned = 0; turned < rotation; turned += 1) point = [point[1], 1 - point[0]];
  const cells = zoneMap(kind);
  const size = page.zoneCells;
  const column = Math.min(size - 1, Math.floor(point[0] * size));
  const row = Math.min(size - 1, Math.floor(point[1] * size));
  return cells[row * size + column];
}

const zoneMaps = new Map();

// The zone of each cell of an unrotated kind of tile; -1 for land without one.
function zoneMap(kind) {
  if (!zoneMaps.has(kind)) {
    const cells = new Int8Array(page.zoneCells * page.zoneCells);
    let at = 0;
    for (const [, letter, length] of page.zoneMaps[kind].matchAll(/([a-z-])(\d+)/g)) {
      cells.fill(letter === "-" ? -1 : letter.charCodeAt(0) - 97, at, at + Number(length));
      at += Number(length);
    }
    zoneMaps.set(kind, cells);
  }
  return zoneMaps.get(kind);
}

// The features of a turn that have a zone, each as its row: area, line, kind, seats, listed,
// details or null, title.
function featuresAt(turn, zone) {
  return page.turns[turn].features
    .map(number => page.features[number])
    .filter(([area]) => areaZones[area].has(zone));
}

// The scores up to a turn, oldest first, each with the number of its turn.
function scoresUntil(turn) {
  return page.turns
    .slice(0, turn + 1)
    .flatMap((row, number) => row.events.filter(event => event.points).map(event => [number, event]));
}

// The tiles left in each pile after a turn: a number for each kind.
function tilesLeft(turn) {
  const left = new Map();
  for (const pile of page.piles) {
    const counts = new Map(pile.groups.flatMap(([, members]) => members));
    left.set(pile.bag, counts);
  }
  for (const row of page.turns.slice(0, turn + 1)) {
    for (const [bag, kind, back] of row.draws) {
      if (!back) left.get(bag).set(kind, left.get(bag).get(kind) - 1);
    }
  }
  return left;
}
