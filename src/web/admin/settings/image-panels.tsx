import type { MessageKey } from '#i18n/translator.ts';
import type { SiteSettings } from '#settings/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../admin-page.tsx';
import { sectionPath } from './setting-fields.ts';

const imageTexts = {
  logo: { heading: 'admin.settings.logo', hint: 'admin.settings.logo_hint' },
  icon: { heading: 'admin.settings.icon', hint: 'admin.settings.icon_hint' },
} as const satisfies Record<string, { heading: MessageKey; hint: MessageKey }>;

export function ImagePanels({ site }: { site: SiteSettings }) {
  return (
    <>
      <ImagePanel name="logo" src={site.logo} />
      <ImagePanel name="icon" src={site.icon} />
    </>
  );
}

function ImagePanel({ name, src }: { name: keyof typeof imageTexts; src: string | null }) {
  const t = useTranslator();
  const heading = t(imageTexts[name].heading);
  const path = sectionPath('site');
  return (
    <Panel heading={heading}>
      {src && (
        <div className="mb-5 flex flex-wrap items-center gap-5">
          <img src={src} alt={heading} className="max-h-24 max-w-48 rounded-lg bg-paper object-contain" />
          <form method="post" action={path}>
            <Button type="submit" variant="quiet" name="intent" value={`remove-${name}`}>
              {t('admin.settings.image_remove')}
            </Button>
          </form>
        </div>
      )}
      <form
        method="post"
        action={`${path}?image=${name}`}
        encType="multipart/form-data"
        className="grid max-w-md gap-5"
      >
        <TextField
          label={t('admin.settings.image_file')}
          hint={t(imageTexts[name].hint)}
          id={`${name}-file`}
          name="image"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        />
        <Button type="submit" className="justify-self-start">
          {t('admin.settings.image_upload')}
        </Button>
      </form>
    </Panel>
  );
}
