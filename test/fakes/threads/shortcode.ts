const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Numeric id of a post: its code in base 64, most significant digit first. */
export function pkOfCode(code: string): string {
  let pk = 0n;
  for (const character of code) pk = pk * 64n + BigInt(alphabet.indexOf(character));
  return String(pk);
}

/** Seconds since 1970 at which the post was made: the upper bits of its id. */
export function takenAtOfPk(pk: string): number {
  return Math.floor(Number((BigInt(pk) >> 23n) + 1_314_220_021_721n) / 1000);
}
