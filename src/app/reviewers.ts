import type { Accounts } from '#accounts/accounts.ts';
import type { PostKind } from '#blog/contract.ts';
import { formatList } from '#i18n/formats.ts';
import { localeNames } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import type { Settings } from '#settings/contract.ts';
import type { HeldTranslations, Reviewers, UnpublishedTranslations } from '#translation/contract.ts';
import { postReviewPath } from '#web/paths.ts';
import { describeTaskCode } from '#web/task-reasons.ts';
import type { Mailer } from './mailer.ts';

interface ReviewersDeps {
  settings: Pick<Settings, 'site'>;
  accounts: Pick<Accounts, 'listUsers' | 'can'>;
  mailer: Pick<Mailer, 'mail'>;
  publicOrigin: string;
}

const permissionToPublish = (kind: PostKind) => (kind === 'page' ? 'page.manage' : 'post.publish');

/** The users whom the owner's rules name. Part of the composition root. */
export function createReviewers(deps: ReviewersDeps): Reviewers {
  const rules = () => deps.settings.site().languageRules;
  return {
    isRequired: (locale) => Boolean(rules()[locale]?.heldFor),
    async findNames(locales, kind) {
      const users = await deps.accounts.listUsers();
      const entries = locales.flatMap((locale) => {
        const user = users.find(({ id }) => id === rules()[locale]?.heldFor);
        return user && deps.accounts.can(user, permissionToPublish(kind))
          ? [[locale, user.name] as const]
          : [];
      });
      return new Map(entries);
    },
    notifyHeld: (held) => emailReviewers(deps, held),
    notifyUnpublished: (unpublished) => emailNotifiedUser(deps, unpublished),
  };
}

/** Tells each reviewer which translations of a post wait for them, if there is a mail server. */
async function emailReviewers(
  deps: ReviewersDeps,
  { postId, kind, title, locales }: HeldTranslations,
): Promise<void> {
  const send = deps.mailer.mail();
  if (!send) return;
  const { languageRules: rules, siteName } = deps.settings.site();
  const byReviewer = Map.groupBy(locales, (locale) => rules[locale]?.heldFor);
  const link = deps.publicOrigin + postReviewPath(postId);
  for (const user of await deps.accounts.listUsers()) {
    const held = byReviewer.get(user.id);
    if (!held || !deps.accounts.can(user, permissionToPublish(kind))) continue;
    const { name, email, locale } = user;
    const t = serverTranslator(locale, siteName);
    const languages = formatList(
      locale,
      held.map((language) => localeNames[language]),
    );
    await send({
      to: { name, address: email },
      subject: t('admin.mail.held.subject', { title }),
      text: t('admin.mail.held.text', { name, title, languages, link }),
    });
  }
}

/** Tells the user whom the owner has chosen why translations were not published, if there is a mail server. */
async function emailNotifiedUser(deps: ReviewersDeps, unpublished: UnpublishedTranslations): Promise<void> {
  const send = deps.mailer.mail();
  const { automaticTranslation: rule, siteName } = deps.settings.site();
  const user = (await deps.accounts.listUsers()).find(({ id }) => id === rule.notifiedUser);
  if (!send || !user || !deps.accounts.can(user, 'post.publish')) return;
  const { name, email, locale } = user;
  const t = serverTranslator(locale, siteName);
  const reasons = unpublished.tasks.map((task) => {
    const value = describeTaskCode(t, task.code, null);
    return t('admin.settings.history_value', { label: localeNames[task.locale], value });
  });
  await send({
    to: { name, address: email },
    subject: t('admin.mail.unpublished.subject', { title: unpublished.title }),
    text: t('admin.mail.unpublished.text', {
      name,
      title: unpublished.title,
      reasons: reasons.join('\n'),
      link: deps.publicOrigin + postReviewPath(unpublished.postId),
    }),
  });
}
