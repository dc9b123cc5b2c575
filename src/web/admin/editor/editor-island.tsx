import type { AdminFrame } from '../admin-page.tsx';
import { Editor } from './editor.tsx';
import type { EditorData } from './load-editor.ts';

const id = 'editor';

export interface EditorIslandProps {
  data: EditorData;
  frame: AdminFrame;
}

/** The part of the page that `entries/editor.tsx` renders again in the browser, with its props. */
export function EditorIsland(props: EditorIslandProps) {
  const { data } = props;
  return (
    <div id={id} className="contents" data-props={JSON.stringify(props)}>
      <Editor key={data.document?.id ?? 'new'} data={data} />
    </div>
  );
}

export function findEditorIsland(): { container: HTMLElement; props: EditorIslandProps } {
  const container = document.getElementById(id);
  if (!container?.dataset.props) throw new Error('the page has no island');
  return { container, props: JSON.parse(container.dataset.props) };
}
