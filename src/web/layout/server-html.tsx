/** In the browser, stands for a part of the page that only the server renders: hydration keeps its HTML. */
export function ServerHtml() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sets nothing; React keeps the server's HTML.
  return <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}
