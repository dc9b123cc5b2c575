import type { Editor } from '@tiptap/core';
import { useId, useState } from 'react';
import { useTranslator } from '../../../translation.tsx';
import { StoredPictures } from '../stored-pictures.tsx';
import { isOwnPicture } from './own-picture.ts';
import { type PictureJobs, sourceOf } from './picture-jobs.ts';
import { insertPictures } from './pictures.ts';
import { PromptDialog, promptFieldClass } from './prompt-dialog.tsx';

/** Puts a picture into the text: by its address, or a file of this machine, with what it shows. */
export function ImagePrompt({
  editor,
  jobs,
  onClose,
}: {
  editor: Editor;
  jobs: PictureJobs;
  onClose(): void;
}) {
  const t = useTranslator();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [alt, setAlt] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [isRefused, setRefused] = useState(false);
  const submit = () => {
    if (insertPicture(editor, jobs, file ?? typed.trim(), alt)) onClose();
    else setRefused(true);
  };
  return (
    <PromptDialog
      title={t('admin.text.image_prompt')}
      refused={isRefused ? t('admin.text.image_refused') : null}
      onSubmit={submit}
      onClose={onClose}
    >
      {(refusedId) => (
        <>
          <input
            // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that was just asked for
            autoFocus
            type="text"
            inputMode="url"
            autoCapitalize="off"
            spellCheck={false}
            aria-label={t('admin.text.image_prompt')}
            aria-invalid={isRefused}
            aria-describedby={refusedId}
            className={promptFieldClass}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setRefused(false);
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
                setRefused(false);
              }}
            />
          </label>
          <StoredPictures
            onPick={(picked) => {
              setTyped(picked);
              setFile(null);
              setRefused(false);
            }}
          />
          <div className="grid gap-1.5">
            <label htmlFor={`${id}-alt`} className="font-semibold">
              {t('admin.text.alt')}
            </label>
            <input
              id={`${id}-alt`}
              type="text"
              maxLength={500}
              aria-describedby={`${id}-hint`}
              className={promptFieldClass}
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

/** false: what was given is no picture's address. */
function insertPicture(editor: Editor, jobs: PictureJobs, given: File | string, alt: string): boolean {
  if (typeof given !== 'string') {
    insertPictures(editor.view, [{ kind: 'file', file: given }], jobs, { alt });
    return true;
  }
  if (isOwnPicture(given)) {
    editor
      .chain()
      .insertContent({ type: 'figure', attrs: { src: given, alt } })
      .run();
    return true;
  }
  const hasScheme = /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(given);
  const source = sourceOf(given === '' || hasScheme ? given : `http://${given}`);
  if (source.kind === 'lost') return false;
  insertPictures(editor.view, [source], jobs, { alt });
  return true;
}
