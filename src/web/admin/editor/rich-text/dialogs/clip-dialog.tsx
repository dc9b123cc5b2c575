import { useId, useRef, useState } from 'react';
import { clipBytesMax } from '#blog/clip-contract.ts';
import { useTranslator } from '../../../../translator.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { adminApi, adminApiErrorMessage } from '../../../admin-api.ts';
import type { EditorDialogProps } from '../editor-commands.ts';
import { insertCard } from '../extensions/block-commands.ts';
import { PromptDialog } from './prompt-dialog.tsx';

/** Uploads a video or audio file and inserts it. */
export default function ClipDialog({ editor, onClose }: EditorDialogProps) {
  const t = useTranslator();
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [title, setTitle] = useState('');
  const [error, setError] = useState<string | null>(null);
  const upload = useRef<AbortController | null>(null);
  const [isUploading, setUploading] = useState(false);

  const submit = async () => {
    if (isUploading) return;
    if (!file) return setError(t('admin.text.clip_missing'));
    if (file.size > clipBytesMax) return setError(t('admin.text.clip_too_large'));
    const controller = new AbortController();
    upload.current = controller;
    setUploading(true);
    setError(null);
    const result = await adminApi.uploadClip(file, controller.signal).catch((reason: unknown) => {
      if (!controller.signal.aborted) throw reason;
      return null;
    });
    if (!result) return;
    setUploading(false);
    if (!result.ok) return setError(adminApiErrorMessage(t, result.error));
    const card = { href: result.value.src, title: title || file.name.replace(/\.\w+$/, '') };
    insertCard(editor, 'clip', card);
    onClose();
  };
  const close = () => {
    upload.current?.abort();
    onClose();
  };
  return (
    <PromptDialog
      title={t('admin.text.clip_prompt')}
      error={error}
      onSubmit={() => void submit()}
      onClose={close}
    >
      {(errorId) => (
        <>
          <input
            type="file"
            accept="video/*,audio/*"
            className="text-file"
            aria-label={t('admin.text.clip_prompt')}
            aria-invalid={error !== null}
            aria-describedby={errorId ?? `${id}-hint`}
            onChange={(event) => {
              setFile(event.target.files?.[0] ?? null);
              setError(null);
            }}
          />
          <p id={`${id}-hint`} className="text-sm text-pretty text-muted">
            {t('admin.text.clip_hint')}
          </p>
          <TextField
            id={`${id}-title`}
            label={t('admin.text.embed_title')}
            required={false}
            maxLength={500}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
          <p role="status" className="text-sm text-muted empty:hidden">
            {isUploading && t('admin.text.clip_uploading')}
          </p>
        </>
      )}
    </PromptDialog>
  );
}
