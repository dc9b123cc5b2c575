import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PageHandle } from '../../root.tsx';
import { Editor } from './editor.tsx';
import { loadEditor } from './load-editor.ts';

export const handle: PageHandle = { bundle: 'admin' };

export function loader(args: LoaderFunctionArgs) {
  return loadEditor(args);
}

export default function EditorPage() {
  const data = useLoaderData<typeof loader>();
  return <Editor key={data.document?.id ?? 'new'} data={data} />;
}
