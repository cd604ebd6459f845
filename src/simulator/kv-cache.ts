/** Tokens in one KV block, vLLM's default on GPUs. */
export const BLOCK_TOKENS = 16;

/** The blocks that one request holds. */
export interface BlockHold {
  /** Registered prompt blocks, in order; shared with whoever has the same prefix. */
  readonly registered: number[];
  unregistered: number;
}

/**
 * KV blocks with a prefix cache: full prompt blocks are found again by a hash of everything up to them; blocks
 * that nobody holds stay findable until the space is needed (oldest first). Usage counts held blocks only, as
 * vllm:kv_cache_usage_perc does.
 */
export class KvCache {
  readonly total_blocks: number;
  /** Holders by block hash; 0 holders means findable and evictable. */
  readonly #holders = new Map<number, number>();
  readonly #evictable = new Set<number>();
  #empty: number;

  constructor(tokens: number) {
    this.total_blocks = Math.floor(tokens / BLOCK_TOKENS);
    this.#empty = this.total_blocks;
  }

  get usage(): number {
    return 1 - (this.#empty + this.#evictable.size) / this.total_blocks;
  }

  /** Leading blocks of a prompt that are cached. */
  match(hashes: readonly number[], atMost: number): number {
    const limit = Math.min(hashes.length, atMost);
    let hits = 0;
    while (hits < limit && this.#holders.has(hashes[hits] ?? 0)) hits++;
    return hits;
  }

  /** Takes hold of cached leading blocks and adds new ones for the first `tokens` tokens; false: no room. */
  admit(hold: BlockHold, hashes: readonly number[], hits: number, tokens: number): boolean {
    const matched = hashes.slice(0, hits);
    const revived = matched.filter((hash) => this.#evictable.has(hash)).length;
    const fresh = Math.max(0, blocksFor(tokens) - hits);
    if (fresh + revived > this.#empty + this.#evictable.size) return false;
    for (const hash of matched) {
      this.#evictable.delete(hash);
      this.#holders.set(hash, (this.#holders.get(hash) ?? 0) + 1);
      hold.registered.push(hash);
    }
    return this.grow(hold, hashes, tokens);
  }

  /** Extends a hold to `tokens` tokens; false: no room, and nothing changed. */
  grow(hold: BlockHold, hashes: readonly number[], tokens: number): boolean {
    const held = hold.registered.length + hold.unregistered;
    const wanted = blocksFor(tokens) - held;
    if (wanted > this.#empty + this.#evictable.size) return false;
    for (let index = 0; index < wanted; index++) this.#takeBlock();
    hold.unregistered += Math.max(0, wanted);
    this.#register(hold, hashes, tokens);
    return true;
  }

  release(hold: BlockHold): void {
    // The end of a prompt is given up before its beginning, which more prompts share.
    for (const hash of hold.registered.reverse()) {
      const left = (this.#holders.get(hash) ?? 1) - 1;
      this.#holders.set(hash, left);
      if (left === 0) this.#evictable.add(hash);
    }
    this.#empty += hold.unregistered;
    hold.registered.length = 0;
    hold.unregistered = 0;
  }

  /** Forgets every block that nobody holds. */
  reset(): void {
    for (const hash of this.#evictable) this.#holders.delete(hash);
    this.#empty += this.#evictable.size;
    this.#evictable.clear();
  }

  #takeBlock(): void {
    if (this.#empty > 0) {
      this.#empty--;
      return;
    }
    const [oldest] = this.#evictable;
    if (oldest === undefined) throw new Error('KV cache: took a block that is not there');
    this.#evictable.delete(oldest);
    this.#holders.delete(oldest);
  }

  /** Makes full prompt blocks findable; stops at one that another request registered at the same time. */
  #register(hold: BlockHold, hashes: readonly number[], tokens: number): void {
    const full = Math.min(hashes.length, Math.floor(tokens / BLOCK_TOKENS));
    while (hold.registered.length < full && hold.unregistered > 0) {
      const hash = hashes[hold.registered.length] ?? 0;
      if (this.#holders.has(hash)) return;
      this.#holders.set(hash, 1);
      hold.registered.push(hash);
      hold.unregistered--;
    }
  }
}

/** One 53-bit hash for each full block of a prompt; each covers all tokens before it too. */
export function blockHashes(tokens: readonly number[]): readonly number[] {
  const hashes: number[] = [];
  let high = 0x811c9dc5;
  let low = 0x9e3779b1;
  const full = Math.floor(tokens.length / BLOCK_TOKENS) * BLOCK_TOKENS;
  for (let index = 0; index < full; index++) {
    const token = tokens[index] ?? 0;
    high = Math.imul(high ^ token, 0x01000193);
    low = Math.imul(low ^ (token + (high >>> 15)), 0x85ebca6b) ^ (low >>> 13);
    if (index % BLOCK_TOKENS === BLOCK_TOKENS - 1) hashes.push((high >>> 0) * 2 ** 21 + (low >>> 11));
  }
  return hashes;
}

function blocksFor(tokens: number): number {
  return Math.ceil(tokens / BLOCK_TOKENS);
}
