import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { useTranslator } from '../../../translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { linkAddress } from './link-address.ts';
import { PromptDialog, promptFieldClass } from './prompt-dialog.tsx';

/** Makes the selected words a link, changes the one the caret is in, or writes the address itself as one. */
export function LinkPrompt({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const t = useTranslator();
  const [typed, setTyped] = useState(String(editor.getAttributes('link').href ?? ''));
  const [isRefused, setRefused] = useState(false);
  const had = editor.isActive('link');
  const submit = () => {
    const href = linkAddress(typed);
    if (href === null) {
      setRefused(true);
      return;
    }
    setLink(editor, href, typed.trim());
    onClose();
  };
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <PromptDialog
      title={t('admin.text.link_prompt')}
      refused={isRefused ? t('admin.text.link_refused') : null}
      onSubmit={submit}
      onClose={onClose}
      extra={
        had && (
          <Button variant="quiet" onClick={remove}>
            {t('admin.text.remove_link')}
          </Button>
        )
      }
    >
      {(refusedId) => (
        <input
          // biome-ignore lint/a11y/noAutofocus: the one field of a dialog that was just asked for
          autoFocus
          type="text"
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
          aria-label={t('admin.text.link_prompt')}
          aria-invalid={isRefused}
          aria-describedby={refusedId}
          className={promptFieldClass}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setRefused(false);
          }}
        />
      )}
    </PromptDialog>
  );
}

function setLink(editor: Editor, href: string, words: string): void {
  const { empty } = editor.state.selection;
  if (!empty || editor.isActive('link')) {
    editor.chain().extendMarkRange('link').setLink({ href }).run();
    return;
  }
  editor
    .chain()
    .insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] })
    .run();
}
