import type { ReactNode } from 'react';

/** A part of a page that an entry renders by itself in the browser, with its props, which must be JSON. */
export function Island({ id, props, children }: { id: string; props: object; children: ReactNode }) {
  return (
    <div id={id} className="contents" data-props={JSON.stringify(props)}>
      {children}
    </div>
  );
}

export function findIsland<Props>(id: string): { container: HTMLElement; props: Props } {
  const container = document.getElementById(id);
  if (!container?.dataset.props) throw new Error(`the page has no island #${id}`);
  return { container, props: JSON.parse(container.dataset.props) };
}
