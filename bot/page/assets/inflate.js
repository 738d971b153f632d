// Unpacks deflated bytes (RFC 1950 and 1951), for browsers without a DecompressionStream.

const CODE_LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

// Runs of a repeated text: the extra bits and the least value of each length, of each distance.
const LENGTHS = runTable(29, number => (number < 28 ? Math.max(0, (number >> 2) - 1) : 0), 3);
const DISTANCES = runTable(30, number => Math.max(0, (number >> 1) - 1), 1);
LENGTHS[28].least = 258;

function runTable(size, extraBits, least) {
  return Array.from({length: size}, (_, number) => {
    const row = {extra: extraBits(number), least};
    least += 1 << row.extra;
    return row;
  });
}

// A Huffman code by the length of each symbol's code: how many codes of each length, and whose.
function codeOf(lengths) {
  const counts = new Array(16).fill(0);
  for (const length of lengths) counts[length] += 1;
  counts[0] = 0;
  const symbols = [...lengths.keys()].filter(symbol => lengths[symbol]);
  symbols.sort((one, other) => lengths[one] - lengths[other] || one - other);
  return {counts, symbols};
}

function inflate(bytes) {
  const out = [];
  let at = 2;
  let held = 0;
  let heldBits = 0;

  function bits(number) {
    for (; heldBits < number; heldBits += 8) held |= bytes[at++] << heldBits;
    const taken = held & ((1 << number) - 1);
    held >>>= number;
    heldBits -= number;
    return taken;
  }

  function symbol({counts, symbols}) {
    let code = 0;
    let first = 0;
    let before = 0;
    for (let length = 1; length < 16; length += 1) {
      code = (code << 1) | bits(1);
      first <<= 1;
      if (code - first < counts[length]) return symbols[before + code - first];
      first += counts[length];
      before += counts[length];
    }
    throw new Error("the data of the page is damaged");
  }

  function fixedCodes() {
    const lengths = Array.from({length: 288}, (_, n) => (n < 144 ? 8 : n < 256 ? 9 : n < 280 ? 7 : 8));
    return [codeOf(lengths), codeOf(new Array(30).fill(5))];
  }

  function codesOfBlock() {
    const [literals, distances, given] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
    const short = new Array(19).fill(0);
    for (const place of CODE_LENGTHS_ORDER.slice(0, given)) short[place] = bits(3);
    const code = codeOf(short);
    const lengths = [];
    while (lengths.length < literals + distances) {
      const next = symbol(code);
      if (next < 16) lengths.push(next);
      else if (next === 16) repeat(lengths, lengths[lengths.length - 1], 3 + bits(2));
      else repeat(lengths, 0, next === 17 ? 3 + bits(3) : 11 + bits(7));
    }
    return [codeOf(lengths.slice(0, literals)), codeOf(lengths.slice(literals))];
  }

  function repeat(list, value, times) {
    for (let n = 0; n < times; n += 1) list.push(value);
  }

  function compressedBlock([literals, distances]) {
    for (let next = symbol(literals); next !== 256; next = symbol(literals)) {
      if (next < 256) {
        out.push(next);
      } else {
        const length = LENGTHS[next - 257].least + bits(LENGTHS[next - 257].extra);
        const row = DISTANCES[symbol(distances)];
        const from = out.length - row.least - bits(row.extra);
        for (let n = 0; n < length; n += 1) out.push(out[from + n]);
      }
    }
  }

  function storedBlock() {
    held = heldBits = 0;
    const length = bytes[at] | (bytes[at + 1] << 8);
    out.push(...bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }

  for (let last = 0; !last; ) {
    last = bits(1);
    const kind = bits(2);
    if (kind === 0) storedBlock();
    else compressedBlock(kind === 1 ? fixedCodes() : codesOfBlock());
  }
  return Uint8Array.from(out);
}
