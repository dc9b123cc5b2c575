import { smallestVariantUrl } from '#content/image-contract.ts';
import { useAppearance } from '../appearance/appearance-context.ts';
import { useTranslator } from '../translator.tsx';
import { BrandMark } from '../ui/logo.tsx';

/** The owner's logo. It takes the place of our mark and of the name, which it usually contains. */
export function SiteLogo({ src, className }: { src: string; className: string }) {
  const t = useTranslator();
  return (
    <img
      src={smallestVariantUrl(src)}
      alt={t('brand.name')}
      className={`w-auto max-w-full object-contain object-left ${className}`}
    />
  );
}

/** The owner's logo, or our mark and the name. */
export function SiteBrand({ markClass, logoClass }: { markClass: string; logoClass: string }) {
  const t = useTranslator();
  const { logo } = useAppearance();
  if (logo !== null) return <SiteLogo src={logo} className={logoClass} />;
  return (
    <>
      <BrandMark className={markClass} />
      {t('brand.name')}
    </>
  );
}
