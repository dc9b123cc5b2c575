import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormDialog, inputClass } from '../text/prompt-dialog.tsx';
import { normalizeLinkUrl } from './extensions/link-url.ts';

/** Links the selection, edits the link at the caret, or inserts the URL itself as a link. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const t = useTranslator();
  const [value, setValue] = useState(String(editor.getAttributes('link').href ?? ''));
  const [isInvalid, setInvalid] = useState(false);
  const hasLink = editor.isActive('link');
  const submit = () => {
    const href = normalizeLinkUrl(value);
    if (href === null) {
      setInvalid(true);
      return;
    }
    setLink(editor, href, value.trim());
    onClose();
  };
  const remove = () => {
    editor.chain().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <FormDialog
      title={t('admin.text.link_prompt')}
      error={isInvalid ? t('admin.text.link_refused') : null}
      onSubmit={submit}
      onClose={onClose}
      extra={
        hasLink && (
          <Button variant="quiet" onClick={remove}>
            {t('admin.text.remove_link')}
          </Button>
        )
      }
    >
      {(errorId) => (
        <input
          // biome-ignore lint/a11y/noAutofocus: the only field of a dialog that the user just opened
          autoFocus
          type="text"
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
          aria-label={t('admin.text.link_prompt')}
          aria-invalid={isInvalid}
          aria-describedby={errorId}
          className={inputClass}
          value={value}
          onChange={(event) => {
            setValue(event.target.value);
            setInvalid(false);
          }}
        />
      )}
    </FormDialog>
  );
}

function setLink(editor: Editor, href: string, linkText: string): void {
  const { empty } = editor.state.selection;
  if (!empty || editor.isActive('link')) {
    editor.chain().extendMarkRange('link').setLink({ href }).run();
    return;
  }
  editor
    .chain()
    .insertContent({ type: 'text', text: linkText, marks: [{ type: 'link', attrs: { href } }] })
    .run();
}
