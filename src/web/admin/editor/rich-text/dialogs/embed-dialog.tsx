import { useId, useState } from 'react';
import { parseVideoLink } from '#blog/embed-contract.ts';
import { normalizeLine } from '#platform/normalize-text.ts';
import { useTranslator } from '../../../../translator.tsx';
import { TextField } from '../../../../ui/field.tsx';
import type { EditorDialogProps } from '../editor-commands.ts';
import { insertCard } from '../extensions/block-commands.ts';
import { parseEmbedUrl } from '../extensions/cards/link-cards.ts';
import { readLinkLine } from '../menus/link-block-menu.ts';
import { PromptDialog, UrlInput } from './prompt-dialog.tsx';

export default function EmbedDialog({ editor, onClose }: EditorDialogProps) {
  const t = useTranslator();
  const id = useId();
  const [lineLink] = useState(() => readLinkLine(editor.state));
  const [link, setLink] = useState(lineLink);
  const [title, setTitle] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const submit = () => {
    const href = parseEmbedUrl(link);
    if (href === null) return setInvalid(true);
    const card = { href, title: normalizeLine(title) || parseVideoLink(href)?.provider || '' };
    insertCard(editor, 'embed', card, lineLink);
    onClose();
  };
  return (
    <PromptDialog
      title={t('admin.text.embed_prompt')}
      error={isInvalid ? t('admin.text.embed_refused') : null}
      onSubmit={submit}
      onClose={onClose}
    >
      {(errorId) => (
        <>
          <UrlInput
            label={t('admin.text.embed_prompt')}
            isInvalid={isInvalid}
            describedBy={errorId ?? `${id}-hint`}
            value={link}
            onChange={(next) => {
              setLink(next);
              setInvalid(false);
            }}
          />
          <p id={`${id}-hint`} className="text-sm text-muted">
            {t('admin.text.embed_hint')}
          </p>
          <TextField
            id={`${id}-title`}
            label={t('admin.text.embed_title')}
            required={false}
            maxLength={500}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        </>
      )}
    </PromptDialog>
  );
}
