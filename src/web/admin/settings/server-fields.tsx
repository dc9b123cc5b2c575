import { useTranslator } from '../../translator.tsx';
import { Checkbox, Options, SelectField, TextField } from '../../ui/field.tsx';
import { optionLabels, type ServerField, serverFields, settingTexts } from './setting-fields.ts';
import type { SettingsFormProps } from './settings-form.tsx';

const contactNumbers = [
  { name: 'replyHours', max: 720 },
  { name: 'messageDays', max: 730 },
] as const;

/** The fields of the page's section that change the server. */
export function ServerFields(form: SettingsFormProps) {
  const t = useTranslator();
  const { page, values } = form;
  return (
    <>
      {serverFields[page.section]?.map((field) => (
        <ServerFieldInput key={field.name} field={field} {...form} />
      ))}
      {page.section === 'contact' &&
        contactNumbers.map(({ name, max }) => (
          <TextField
            key={name}
            label={t(settingTexts[name].label)}
            hint={t(settingTexts[name].hint)}
            id={name}
            name={name}
            type="number"
            min={1}
            max={max}
            required={false}
            defaultValue={values ? values[name] : (page.site[name] ?? '')}
          />
        ))}
    </>
  );
}

function ServerFieldInput({ field, page, values, errors }: SettingsFormProps & { field: ServerField }) {
  const t = useTranslator();
  const { name, type, options, ...input } = field;
  const hint = t(settingTexts[name].hint);
  const isFixed = page.fixed.includes(name);
  const common = {
    id: name,
    name,
    label: t(settingTexts[name].label),
    disabled: isFixed,
    'aria-invalid': errors.some((error) => error.name === name) || undefined,
    defaultValue: values?.[name] ?? page.values[name] ?? '',
  };
  return (
    <div>
      {type === 'select' ? (
        <>
          <SelectField {...common} defaultValue={common.defaultValue || options?.[0]}>
            <Options items={options?.map((option) => [option, t(optionLabels[option])]) ?? []} />
          </SelectField>
          <p className="mt-1 text-sm text-muted">{hint}</p>
        </>
      ) : (
        <TextField
          {...common}
          {...input}
          hint={hint}
          type={type}
          required={false}
          autoComplete={type === 'password' ? 'new-password' : 'off'}
          {...(type === 'password' && { defaultValue: '' })}
        />
      )}
      {type === 'password' && !isFixed && <StoredSecret name={name} page={page} />}
      {isFixed && <FixedHint />}
    </div>
  );
}

function StoredSecret({ name, page }: { name: ServerField['name']; page: SettingsFormProps['page'] }) {
  const t = useTranslator();
  if (page.unreadableSecrets.includes(name))
    return <p className="mt-1 text-sm font-semibold text-accent">{t('admin.settings.secret_unreadable')}</p>;
  if (!page.storedSecrets.includes(name)) return null;
  return (
    <Checkbox name={`${name}-remove`} value="yes" className="mt-1">
      {t('admin.settings.secret_remove')}
    </Checkbox>
  );
}

export function FixedHint() {
  const t = useTranslator();
  return <p className="mt-1 text-sm font-semibold">{t('admin.settings.fixed')}</p>;
}
