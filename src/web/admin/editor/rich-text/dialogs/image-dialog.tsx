import type { Editor } from '@tiptap/core';
import { useId, useState } from 'react';
import { imageUrlPattern } from '#content/image-contract.ts';
import { useTranslator } from '../../../../translator.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { ImageLibrary } from '../../image-library.tsx';
import type { EditorDialogProps } from '../editor-commands.ts';
import { insertImages } from '../extensions/images/image-paste.ts';
import { type ImageUploads, imageSourceFromUrl } from '../extensions/images/image-uploads.ts';
import { PromptDialog, UrlInput } from './prompt-dialog.tsx';

export default function ImageDialog({ editor, jobs, onClose }: EditorDialogProps) {
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
          <UrlInput
            label={t('admin.text.image_prompt')}
            isInvalid={isInvalid}
            describedBy={errorId}
            value={value}
            onChange={(next) => {
              setValue(next);
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
          <TextField
            id={`${id}-alt`}
            label={t('admin.text.alt')}
            hint={t('admin.text.alt_hint')}
            required={false}
            maxLength={500}
            value={alt}
            onChange={(event) => setAlt(event.target.value)}
          />
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
