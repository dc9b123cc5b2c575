import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { sanitizeUrl } from '#blog/link-url.ts';
import { useTranslator } from '../../../translator.tsx';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/field.tsx';
import { PromptDialog } from './prompt-dialog.tsx';

/** Links the selection, edits the link at the caret, or inserts the URL itself as a link. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const t = useTranslator();
  const [value, setValue] = useState(String(editor.getAttributes('link').href ?? ''));
  const [isInvalid, setInvalid] = useState(false);
  const hasLink = editor.isActive('link');
  const submit = () => {
    const href = sanitizeUrl(value);
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
    <PromptDialog
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
        <Input
          autoFocus
          type="text"
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
          aria-label={t('admin.text.link_prompt')}
          aria-invalid={isInvalid}
          aria-describedby={errorId}
          value={value}
          onChange={(event) => {
            setValue(event.target.value);
            setInvalid(false);
          }}
        />
      )}
    </PromptDialog>
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
