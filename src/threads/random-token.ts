const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Any token works: Threads only compares the header with the form. */
export function randomLsdToken(random: () => number): string {
  return Array.from({ length: 11 }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('');
}
