import type { Editor } from '@tiptap/core';
import { useId, useState } from 'react';
import { imageUrlPattern } from '#blog/contract.ts';
import { useTranslator } from '../../../translator.tsx';
import { Input } from '../../../ui/field.tsx';
import { ImageLibrary } from '../image-library.tsx';
import { insertImages } from './extensions/image-paste.ts';
import { type ImageUploads, imageSourceFromUrl } from './extensions/image-uploads.ts';
import { PromptDialog } from './prompt-dialog.tsx';

export function ImageDialog({
  editor,
  jobs,
  onClose,
}: {
  editor: Editor;
  jobs: ImageUploads;
  onClose(): void;
}) {
  const t = useTranslator();
  const id = useId();
  const [value, setValue] = useState('');
  const [alt, setAlt] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isInvalid, setInvalid] = useState(false);
  const submit = () => {
    if (insertImage(editor, jobs, file ?? value.trim(), alt)) onClose();
    else setInvalid(true);
  };
  return (
    <PromptDialog
      title={t('admin.text.image_prompt')}
      error={isInvalid ? t('admin.text.image_refused') : null}
      onSubmit={submit}
      onClose={onClose}
    >
      {(errorId) => (
        <>
          <Input
            autoFocus
            type="text"
            inputMode="url"
            autoCapitalize="off"
            spellCheck={false}
            aria-label={t('admin.text.image_prompt')}
            aria-invalid={isInvalid}
            aria-describedby={errorId}
            value={value}
            onChange={(event) => {
              setValue(event.target.value);
              setInvalid(false);
            }}
          />
          <label className="grid gap-1.5 font-semibold">
            {t('admin.text.choose_file')}
            <input
              type="file"
              accept="image/*"
              className="text-file"
              onChange={(event) => {
                setFile(event.target.files?.[0] ?? null);
                setInvalid(false);
              }}
            />
          </label>
          <ImageLibrary
            onPick={(url) => {
              setValue(url);
              setFile(null);
              setInvalid(false);
            }}
          />
          <div className="grid gap-1.5">
            <label htmlFor={`${id}-alt`} className="font-semibold">
              {t('admin.text.alt')}
            </label>
            <Input
              id={`${id}-alt`}
              type="text"
              maxLength={500}
              aria-describedby={`${id}-hint`}
              value={alt}
              onChange={(event) => setAlt(event.target.value)}
            />
            <p id={`${id}-hint`} className="text-sm text-muted">
              {t('admin.text.alt_hint')}
            </p>
          </div>
        </>
      )}
    </PromptDialog>
  );
}

/** Returns false if the input isn't an image URL. */
function insertImage(editor: Editor, jobs: ImageUploads, input: File | string, alt: string): boolean {
  if (typeof input !== 'string') {
    insertImages(editor.view, [{ kind: 'file', file: input }], jobs, { alt });
    return true;
  }
  if (imageUrlPattern.test(input)) {
    editor
      .chain()
      .insertContent({ type: 'figure', attrs: { src: input, alt } })
      .run();
    return true;
  }
  const hasScheme = /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(input);
  const source = imageSourceFromUrl(input === '' || hasScheme ? input : `http://${input}`);
  if (source.kind === 'lost') return false;
  insertImages(editor.view, [source], jobs, { alt });
  return true;
}
