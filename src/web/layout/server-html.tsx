/** In the browser, stands for a part of the page that only the server renders: its HTML stays. */
export function ServerHtml() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sets nothing; hydration keeps the server's HTML.
  return <div className="contents" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}
