import type { ReactNode } from 'react';
import { useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { formatBirthday } from './format-birthday.ts';
import type { IdolDetail } from './use-idol.ts';

type IdolProfileProps = {
  idol: IdolDetail;
  /** How many tickets fans have cheered for her with. */
  cheers: ReactNode;
};

/** Who an idol is: her team, and what is written of her. */
export function IdolProfile({ idol, cheers }: IdolProfileProps): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const { team, profile, birthday, hobby } = idol;
  return (
    <section aria-labelledby="idol-profile" className="card">
      <h2 id="idol-profile" className="text-title font-bold">
        {t('idol.profile')}
      </h2>
      <p className="mt-3 rounded-tile px-4 py-3 text-white" style={{ background: team.colour }}>
        <span className="block text-small font-bold">{team.name}</span>
        <span className="block text-caption">{team.slogan}</span>
      </p>
      <p className="mt-4 text-body text-pretty">{profile}</p>
      <dl className="mt-4 divide-y divide-line">
        {birthday === null ? null : <Fact label={t('idol.birthday')}>{formatBirthday(birthday, languageType)}</Fact>}
        {hobby === null ? null : <Fact label={t('idol.hobby')}>{hobby}</Fact>}
        <Fact label={t('cheer.all')}>
          <span className="num">{cheers}</span>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="flex items-baseline justify-between gap-3 py-2.5">
      <dt className="shrink-0 text-small font-semibold text-mute">{label}</dt>
      <dd className="min-w-0 text-right text-small font-bold">{children}</dd>
    </div>
  );
}
