import { expect, test } from 'vitest';
import { renderWithoutScripts } from '#test/support/components/render-without-scripts.tsx';
import { useDraft } from '../draft/use-draft.ts';
import { editorData, postWith } from '../fixtures/editor-data.ts';
import { button } from '../fixtures/render-editor.tsx';
import { EditorActions } from './editor-actions.tsx';

function Actions() {
  const data = editorData({ document: postWith() });
  const text = { current: null };
  const noop = () => undefined;
  return (
    <EditorActions
      context={{ data, draft: useDraft(data, text), locale: 'en', text }}
      busy={null}
      isPreview={false}
      onPreview={noop}
      onSaveAndExit={noop}
      translateButton={null}
      onTranslate={noop}
      onPublish={noop}
    />
  );
}

test('the buttons are disabled until the scripts have loaded, so that no click is lost', async () => {
  await renderWithoutScripts(<Actions />);
  for (const name of ['Preview', 'Save & Exit', 'Translate & Publish', 'Publish'])
    await expect.element(button(name)).toBeDisabled();
});
