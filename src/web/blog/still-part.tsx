import { type ReactNode, useState } from 'react';

/**
 * Content rendered only on the server. In the browser it takes over the HTML that is already in the page, and
 * is empty if there is none.
 */
export function StaticPart({ id, children }: { id: string; children: ReactNode }) {
  const [html] = useState(() => (import.meta.env.SSR ? '' : (document.getElementById(id)?.innerHTML ?? '')));
  if (import.meta.env.SSR) {
    return (
      <div id={id} className="contents">
        {children}
      </div>
    );
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what the server sent and the page shows.
  return <div id={id} className="contents" dangerouslySetInnerHTML={{ __html: html }} />;
}
