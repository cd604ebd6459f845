// Changes that no digit makes clearer.

/** As a share: 1000 %. */
const HUGE = 10;

/** What stands for a relative change, or a margin, above 1000 %; absent: its number is shown. */
export function hugeChange(share: number): string | undefined {
  return share > HUGE ? 'more than 10 times' : undefined;
}
