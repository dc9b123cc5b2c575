import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { type AuthorProfile, authorProfileSchema, bioLengthLimit } from '#blog/authors-contract.ts';
import { imageLimits } from '#blog/contract.ts';
import { type Locale, localeNames, locales, localeTags } from '#i18n/locales.ts';
import { localizedPath } from '#i18n/localized-path.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import { profileFormLimitBytes } from '../../contract.ts';
import { authorPath } from '../../paths.ts';
import { isMultipart, readUploadedFile } from '../../requests/read-form.ts';
import { formatRequestError } from '../../server-error-messages.ts';
import { servicesContext } from '../../services.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Textarea, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthorImage } from '../../ui/post/author-image.tsx';
import { AdminPage, Panel } from '../admin-page.tsx';
import { requireSession } from '../authorize.ts';
import { readAdminForm, redirectTo } from '../form-actions.ts';

const profilePath = (id: string) => `/admin/profile/${encodeURIComponent(id)}`;

/** Users edit their own profile, owners all of them. Throws 403 and 404. */
async function requireProfile({ params, context }: Pick<LoaderFunctionArgs, 'params' | 'context'>) {
  const { accounts, authors } = context.get(servicesContext);
  const { user } = requireSession(context);
  const id = params.author ?? '';
  if (id !== user.id && !accounts.can(user, 'people.manage')) throw data(null, { status: 403 });
  const profile = await authors.readProfile(id);
  if (!profile) throw data(null, { status: 404 });
  return { profile, user };
}

export async function loader(args: LoaderFunctionArgs) {
  const { profile, user } = await requireProfile(args);
  return {
    profile,
    isOwn: profile.id === user.id,
    isSaved: args.url.searchParams.get('done') === 'saved',
    bioLengthLimit,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { accounts, authors } = context.get(servicesContext);
  const { profile, user } = await requireProfile(args);
  const t = serverTranslator(user.locale);
  const { id } = profile;
  const savedPath = `${profilePath(id)}?done=saved`;
  if (isMultipart(request)) {
    const file = await readUploadedFile(request, 'image', imageLimits.bytes);
    // The session may have ended while the file arrived.
    if (!(await accounts.getSession(request.headers))) throw data(null, { status: 401 });
    const stored = file
      ? await authors.saveImage(id, file)
      : { ok: false as const, error: { code: 'picture.too_large' as const } };
    return stored.ok ? redirectTo(savedPath) : toError(formatRequestError(t, stored.error));
  }
  const field = await readAdminForm(request, profileFormLimitBytes);
  if (field('intent') === 'remove-image') {
    await authors.saveImage(id, null);
    return redirectTo(savedPath);
  }
  const input = authorProfileSchema.safeParse({
    name: field('name'),
    bios: Object.fromEntries(locales.map((locale) => [locale, field(`bio-${locale}`)])),
    is_public: field('public') === 'yes',
  });
  if (!input.success) {
    const isNameInvalid = input.error.issues.some(({ path }) => path[0] === 'name');
    if (isNameInvalid) return toError(t('admin.error.name_missing'));
    return toError(t('admin.profile.bio_too_long', { limit: bioLengthLimit }));
  }
  const saved = await authors.saveProfile(id, input.data);
  return saved.ok ? redirectTo(savedPath) : toError(formatRequestError(t, saved.error));
}

function toError(message: string) {
  return data({ message }, { status: 422 });
}

export default function ProfilePage() {
  const t = useTranslator();
  const { profile, isOwn, isSaved, bioLengthLimit: limit } = useLoaderData<typeof loader>();
  const error = useActionData<typeof action>();
  const path = profilePath(profile.id);
  return (
    <AdminPage
      path={isOwn ? '/admin/account' : '/admin/people'}
      title={t('admin.profile.title')}
      subtitle={t('admin.profile.intro', { name: profile.name })}
    >
      <div className="mt-6 grid gap-4">
        {isSaved && !error && (
          <Notice tone="good" role="status">
            {t('admin.profile.saved')}
          </Notice>
        )}
        {error && <Notice role="alert">{error.message}</Notice>}
      </div>
      <Panel heading={t('admin.profile.name_and_bio')}>
        <form method="post" action={path} className="grid max-w-2xl gap-5">
          <TextField
            label={t('admin.profile.name')}
            hint={t('admin.profile.name_hint')}
            id="name"
            name="name"
            maxLength={100}
            defaultValue={profile.name}
          />
          <Checkbox name="public" value="yes" defaultChecked={profile.is_public}>
            {isOwn ? t('admin.profile.public') : t('admin.profile.public_other')}
          </Checkbox>
          <p className="text-sm text-muted">{t('admin.profile.public_hint')}</p>
          <Bios bios={profile.bios} limit={limit} />
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit" name="intent" value="profile">
              {t('admin.account.save')}
            </Button>
            {profile.is_public && profile.slug !== null && (
              <a
                href={localizedPath(t.locale, authorPath(profile.slug))}
                className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
              >
                {t('admin.profile.view')}
              </a>
            )}
          </div>
        </form>
      </Panel>
      <ImagePanel profile={profile} path={path} />
    </AdminPage>
  );
}

/** The languages after the admin's own are folded. */
function Bios({ bios, limit }: { bios: AuthorProfile['bios']; limit: number }) {
  const t = useTranslator();
  const others = locales.filter((locale) => locale !== t.locale);
  const renderField = (locale: Locale) => (
    <div key={locale}>
      <label htmlFor={`bio-${locale}`} lang={localeTags[locale]} className="font-semibold">
        {localeNames[locale]}
      </label>
      <Textarea
        id={`bio-${locale}`}
        name={`bio-${locale}`}
        lang={localeTags[locale]}
        rows={3}
        maxLength={limit}
        defaultValue={bios[locale] ?? ''}
        aria-describedby="bio-hint"
        className="mt-1.5 block"
      />
    </div>
  );
  return (
    <fieldset className="grid gap-4">
      <legend className="font-semibold">{t('admin.profile.bio')}</legend>
      <p id="bio-hint" className="text-sm text-muted">
        {t('admin.profile.bio_hint', { limit })}
      </p>
      {renderField(t.locale)}
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center rounded-lg font-semibold text-accent">
          {t('admin.profile.bio_others')}
        </summary>
        <div className="mt-2 grid gap-4">{others.map(renderField)}</div>
      </details>
    </fieldset>
  );
}

function ImagePanel({ profile: { image }, path }: { profile: AuthorProfile; path: string }) {
  const t = useTranslator();
  return (
    <Panel heading={t('admin.profile.image')}>
      {image && (
        <div className="mb-5 flex flex-wrap items-center gap-5">
          <AuthorImage src={image.src} srcSet={image.srcset} sizes="7rem" className="size-28" />
          <form method="post" action={path}>
            <Button type="submit" variant="quiet" name="intent" value="remove-image">
              {t('admin.profile.remove_image')}
            </Button>
          </form>
        </div>
      )}
      <form method="post" action={path} encType="multipart/form-data" className="grid max-w-md gap-5">
        <TextField
          label={t('admin.profile.image_file')}
          id="image"
          name="image"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        />
        <Button type="submit" className="justify-self-start">
          {t('admin.profile.upload_image')}
        </Button>
      </form>
    </Panel>
  );
}
