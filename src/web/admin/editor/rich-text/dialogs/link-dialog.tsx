import { type Editor, getMarkRange } from '@tiptap/core';
import { useId, useState } from 'react';
import { sanitizeUrl } from '#content/link-url.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { useTranslator } from '../../../../translator.tsx';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import type { EditorDialogProps } from '../editor-commands.ts';
import { LinkUrlField } from './link-url-field.tsx';
import { PromptDialog } from './prompt-dialog.tsx';

/** Links the selection, edits the link at the caret, or inserts a new link. */
export default function LinkDialog({ editor, locale, onClose }: EditorDialogProps) {
  const t = useTranslator();
  const id = useId();
  const [initial] = useState(() => ({
    link: editor.getAttributes('link'),
    text: findLinkRange(editor).text,
  }));
  const [url, setUrl] = useState(String(initial.link.href ?? ''));
  const [text, setText] = useState(initial.text);
  const [isNewTab, setNewTab] = useState(initial.link.target === '_blank');
  const [isInvalid, setInvalid] = useState(false);
  const hasLink = editor.isActive('link');
  const changeUrl = (value: string) => {
    setUrl(value);
    setInvalid(false);
  };
  const submit = () => {
    const href = sanitizeUrl(url);
    if (href === null) return setInvalid(true);
    applyLink(editor, { href, text: normalizeLine(text || initial.text || url), isNewTab });
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
        <>
          <LinkUrlField
            locale={locale}
            value={url}
            errorId={errorId}
            onChange={changeUrl}
            onPick={(post) => {
              changeUrl(post.path);
              if (text === '') setText(post.title);
            }}
          />
          {text !== null && (
            <TextField
              id={`${id}-text`}
              label={t('admin.text.link_text')}
              required={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={isNewTab}
              onChange={(event) => setNewTab(event.target.checked)}
              className="size-5 shrink-0 accent-accent"
            />
            {t('admin.text.link_new_tab')}
          </label>
        </>
      )}
    </PromptDialog>
  );
}

interface LinkRange {
  from: number;
  to: number;
  /** Null if the range is more than the text of one block. */
  text: string | null;
}

/** The link at the caret, or else the selection. */
function findLinkRange({ state }: Editor): LinkRange {
  const { selection, doc, schema } = state;
  const link = schema.marks.link;
  const linked = link && getMarkRange(selection.$from, link);
  const { from, to } = linked && selection.to <= linked.to ? linked : selection;
  const $from = doc.resolve(from);
  const isText =
    $from.sameParent(doc.resolve(to)) &&
    $from.parent.isTextblock &&
    !doc.slice(from, to).content.content.some((node) => !node.isText);
  return { from, to, text: isText ? doc.textBetween(from, to) : null };
}

/** Keeps the formats inside the link if its text is the same. */
function applyLink(
  editor: Editor,
  { href, text, isNewTab }: { href: string; text: string; isNewTab: boolean },
): void {
  const range = findLinkRange(editor);
  const attributes = { href, target: isNewTab ? '_blank' : null };
  if (range.text === null || (range.text !== '' && [normalizeLine(range.text), ''].includes(text))) {
    editor.chain().setTextSelection(range).setLink(attributes).run();
    return;
  }
  const marks = (editor.state.doc.resolve(range.from).marksAcross(editor.state.doc.resolve(range.to)) ?? [])
    .filter(({ type }) => type.name !== 'link')
    .map((mark) => mark.toJSON());
  const link = { type: 'link', attrs: attributes };
  editor
    .chain()
    .insertContentAt(
      { from: range.from, to: range.to },
      { type: 'text', text: text || href, marks: [...marks, link] },
    )
    .run();
}
