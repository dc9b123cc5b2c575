const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The decimal id is the code in base 64, most significant digit first. */
export function codeToPk(code: string): string {
  let pk = 0n;
  for (const character of code) pk = pk * 64n + BigInt(alphabet.indexOf(character));
  return String(pk);
}

/** Creation time in Unix seconds, from the upper bits of the id. */
export function pkToTakenAt(pk: string): number {
  return Math.floor(Number((BigInt(pk) >> 23n) + 1_314_220_021_721n) / 1000);
}
