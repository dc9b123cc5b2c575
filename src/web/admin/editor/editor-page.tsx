import { useContext } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PageHandle } from '../../rendering/page-handle.ts';
import { AdminContext } from '../admin-page.tsx';
import { EditorIsland } from './editor-island.tsx';
import { loadEditor } from './load-editor.ts';

export const handle: PageHandle = { bundle: 'editor', entry: 'editor' };

export function loader(args: LoaderFunctionArgs) {
  return loadEditor(args);
}

export default function EditorPage() {
  const data = useLoaderData<typeof loader>();
  return <EditorIsland data={data} frame={useContext(AdminContext)} />;
}
