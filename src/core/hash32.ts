/**
 * MurmurHash3 (x86, 32 bits) over the UTF-16 units of a text: for seeds and for telling schedules apart. No
 * cryptography: whoever wants a collision finds one.
 */
export function hash32(text: string, seed = 0): number {
  let h = seed | 0;
  for (let i = 0; i < text.length; i += 2) {
    const low = text.charCodeAt(i);
    const high = i + 1 < text.length ? text.charCodeAt(i + 1) : 0;
    let k = low | (high << 16) | 0;
    k = Math.imul(k, 0xcc9e2d51);
    k = (k << 15) | (k >>> 17);
    h ^= Math.imul(k, 0x1b873593);
    h = (h << 13) | (h >>> 19);
    h = (Math.imul(h, 5) + 0xe6546b64) | 0;
  }
  h ^= text.length;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
