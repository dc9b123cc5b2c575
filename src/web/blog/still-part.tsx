import { type ReactNode, useState } from 'react';

/**
 * A part of the page that only the server renders. The browser takes it from the page in which it stands and leaves it
 * so; where it stands in none, it is empty.
 */
export function StillPart({ id, children }: { id: string; children: ReactNode }) {
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
