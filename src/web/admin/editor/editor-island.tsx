import { Island } from '../../rendering/island.tsx';
import type { AdminFrame } from '../admin-page.tsx';
import { Editor } from './editor.tsx';
import type { EditorData } from './load-editor.ts';

export const editorIslandId = 'editor';

export interface EditorIslandProps {
  data: EditorData;
  frame: AdminFrame;
}

/** The part of the page that `entries/editor.tsx` renders again in the browser. */
export function EditorIsland(props: EditorIslandProps) {
  const { data } = props;
  return (
    <Island id={editorIslandId} props={props}>
      <Editor key={data.document?.id ?? 'new'} data={data} />
    </Island>
  );
}
