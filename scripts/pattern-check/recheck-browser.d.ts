/** recheck in plain JavaScript, without its worker and native program. */
declare module 'recheck/lib/browser.js' {
  const recheck: { checkSync: typeof import('recheck').checkSync };
  export default recheck;
}
