/** `html` was sanitized before it was stored. */
export function PostHtml({ html, className = '' }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above; the policy of the page lets no script of it run.
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
