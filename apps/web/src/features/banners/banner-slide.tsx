import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { Cover } from '#/ui/cover.tsx';
import type { Banner } from './use-banners.ts';

const slide = 'stage block h-40 p-5 focus-visible:-outline-offset-3';

/** One banner: all of it is the link. */
export function BannerSlide({ banner }: { banner: Banner }): ReactNode {
  const t = useText();
  const { link } = banner;
  if (link.startsWith('/')) {
    return (
      <Link href={link} className={slide}>
        <BannerText banner={banner} />
      </Link>
    );
  }
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className={slide}>
      <BannerText banner={banner} />
      <span className="sr-only"> {t('visit.newWindow')}</span>
    </a>
  );
}

/** Words are read on it, however bright the picture is. */
const shade = { background: 'linear-gradient(90deg, rgb(26 11 58 / 0.95), rgb(36 16 80 / 0.8) 60%, transparent)' };

function BannerText({ banner: { title, text, pictureUrl } }: { banner: Banner }): ReactNode {
  return (
    <>
      <Cover src={pictureUrl} width={408} height={272} className="absolute inset-0 -z-20 h-full w-full" />
      <span className="absolute inset-0 -z-10" style={shade} />
      <span className="flex h-full max-w-64 flex-col justify-end">
        <span className="block text-title font-extrabold text-balance">{title}</span>
        <span className="mt-1 line-clamp-3 text-small font-medium text-pretty">{text}</span>
      </span>
    </>
  );
}
