export function PostHtml({ html, className = '' }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized before it was stored, and the CSP blocks its scripts.
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
