const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Eleven characters where Threads expects a token of its own and compares it with itself only. */
export function randomToken(random: () => number): string {
  return Array.from({ length: 11 }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('');
}
