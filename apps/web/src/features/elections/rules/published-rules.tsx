import { type ReactNode, useDeferredValue } from 'react';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { ranksText, ruleLines } from './rule-lines.ts';
import { shortHash, useRuleSet, type RuleSet, type RuleDocument } from '#/features/elections/rule-set.ts';
import { useEventWindow } from '#/features/elections/events.ts';
import { useZonedDates } from '#/lib/format/zoned-date.ts';
import { apiBaseUrl, queryString } from '#/lib/api/api-address.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonStyle } from '#/ui/button.tsx';
import { CopyButton } from '#/ui/copy-button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { InfoIcon } from '#/ui/icons/shell-icons.tsx';
import { LockIcon, SaveIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

type PublishedRulesProps = { activity: Pick<Activity, 'activityId' | 'ruleSet'> };

/** Shows the rules that an election is held by, as they were published. */
export function PublishedRules({ activity: { activityId, ruleSet } }: PublishedRulesProps): ReactNode {
  const t = useText();
  const published = useRuleSet(activityId, ruleSet);
  // Drawn in slices, so that a press on Escape is answered in between.
  const shown = useDeferredValue(published.data);
  if (shown) return <RuleSetView ruleSet={shown} />;
  if (shown === null) return <Empty icon={InfoIcon} text={t('ruleSet.none')} />;
  if (published.isError) {
    return (
      <LoadError
        text={t('electionRules.error')}
        error={published.error}
        retrying={published.isFetching}
        onRetry={() => void published.refetch()}
      />
    );
  }
  return (
    <LoadingRegion>
      <Skeleton className="h-150 rounded-tile" />
    </LoadingRegion>
  );
}

function RuleSection({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-title font-bold">{title}</h3>
      {children}
    </section>
  );
}

/** Shows the rounds of an election in order; nothing for a single round, which equals the voting window. */
function RuleRounds({ document: { rounds, tieRule, timeZone } }: { document: RuleDocument }): ReactNode {
  const t = useText();
  const { format } = useZonedDates(timeZone);
  if (rounds.length === 1) return null;
  return (
    <RuleSection title={t('ruleSet.rounds')}>
      <ol className="divide-y divide-line">
        {rounds.map(({ opensAt, closesAt, goOn, carries }, index) => (
          <li key={opensAt} className="py-2.5 text-small">
            <p className="font-bold">{t('ruleSet.round', { round: index + 1 })}</p>
            <p className="num">
              {format(opensAt, 'moment')} → {format(closesAt, 'moment')}
            </p>
            {goOn === null ? null : (
              <p className="text-mute">
                {t(tieRule === 'sharedPlace' ? 'ruleSet.roundGoOnShared' : 'ruleSet.roundGoOn', { goOn })}{' '}
                {t(carries ? 'ruleSet.roundCarries' : 'ruleSet.roundZero')}
              </p>
            )}
          </li>
        ))}
      </ol>
    </RuleSection>
  );
}

/** Returns when the rule set becomes immutable: at the opening, or at a later publication. */
function frozenSince({ publishedAt, document: { opensAt } }: RuleSet): string {
  return isLate({ publishedAt, opensAt }) ? publishedAt : opensAt;
}

/** Tells whether votes were cast before the rules were published; the receipts of those name no rules. */
function isLate({ publishedAt, opensAt }: { readonly publishedAt: string; readonly opensAt: string }): boolean {
  return Date.parse(publishedAt) > Date.parse(opensAt);
}

const filePath = '/activity/api/v1/vote/rules';

/** Explains how to check that these are the published rules. */
function RuleSetProof({ ruleSet }: { ruleSet: RuleSet }): ReactNode {
  const t = useText();
  const { document, version, hash, publishedAt } = ruleSet;
  const { format } = useZonedDates(document.timeZone);
  return (
    <div className="rounded-tile bg-raise p-4">
      <dl>
        <dt className="text-caption font-semibold text-mute">{t('ruleSet.fingerprint')}</dt>
        <dd className="num text-small font-semibold" title={hash}>
          {shortHash(hash)}
        </dd>
      </dl>
      <p className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={hash} label={t('ruleSet.copyHash')} />
        <a
          href={apiBaseUrl + filePath + queryString({ activityId: document.activityId })}
          download
          className={buttonStyle('soft')}
        >
          <SaveIcon size={18} />
          {t('ruleSet.download')}
        </a>
      </p>
      <details className="mt-3 text-small text-mute">
        <summary className="min-h-11 cursor-pointer py-3 font-bold text-brand">{t('ruleSet.howTo')}</summary>
        <p>{t('ruleSet.howToFile')}</p>
        <p className="num my-2 font-semibold break-all text-ink">
          sha256sum rules-{document.activityId}-v{version}.json
        </p>
        <p>
          {isLate({ publishedAt, opensAt: document.opensAt })
            ? t('ruleSet.howToCompareSince', { at: format(publishedAt, 'moment') })
            : t('ruleSet.howToCompare')}
        </p>
        <p className="num mt-2 font-semibold break-all text-ink">{hash}</p>
      </details>
    </div>
  );
}

/** Says which version of the rules this is, and whether it can still change. */
function RuleSetStatus({ ruleSet }: { ruleSet: RuleSet }): ReactNode {
  const t = useText();
  const { version, isFrozen, document } = ruleSet;
  const { format } = useZonedDates(document.timeZone);
  return (
    <p className="mb-4 flex flex-wrap items-center gap-2 text-small font-bold">
      <Badge tone={isFrozen ? 'ok' : 'warn'}>{t('ruleSet.version', { version })}</Badge>
      <span className={`inline-flex items-center gap-1.5 ${isFrozen ? 'text-ok' : 'text-warn'}`}>
        {isFrozen ? <LockIcon size={16} /> : null}
        {isFrozen
          ? t('ruleSet.frozen', { at: format(frozenSince(ruleSet), 'moment') })
          : t('ruleSet.open', { at: format(document.opensAt, 'moment') })}
      </span>
    </p>
  );
}

/** Shows the window in the zone of the event, and also in the fan's where their clock shows another time. */
function RuleWindow({ document }: { document: RuleDocument }): ReactNode {
  const t = useText();
  const { there, here, hereRow } = useEventWindow(document);
  return (
    <dl>
      <dt className="text-caption font-semibold text-mute">{t('ruleSet.windowIn', { zone: there.zoneName })}</dt>
      <dd className="num text-small font-bold">{there.range}</dd>
      {here ? (
        <>
          <dt data-offset={hereRow.offset} className={`mt-2 text-caption font-semibold text-mute ${hereRow.look}`}>
            {t('ruleSet.windowYours', { zone: here.zoneName })}
          </dt>
          <dd data-offset={hereRow.offset} className={`num text-small font-bold ${hereRow.look}`}>
            {here.range}
          </dd>
        </>
      ) : null}
    </dl>
  );
}

/** Ends that were moved after the opening, which the document does not have. */
function MovedEnds({ ruleSet: { movedEnds, document } }: { ruleSet: RuleSet }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const { format } = useZonedDates(document.timeZone);
  if (movedEnds.length === 0) return null;
  return (
    <ul className="mt-3 space-y-2 rounded-tile bg-raise p-3 text-small">
      {movedEnds.map(({ round, formerEnd, newEnd, reason, movedAt }) => (
        <li key={movedAt}>
          <p className="num font-bold">
            {document.rounds.length === 1 ? null : `${t('ruleSet.round', { round })} · `}
            {t('ruleSet.movedEnd', { time: format(newEnd, 'moment'), former: format(formerEnd, 'moment') })}
          </p>
          <p className="text-mute" dir="auto">
            {t('ruleSet.movedWhy', { at: format(movedAt, 'moment'), reason: reason[languageType] })}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Shows a rule set in words, rendered from the document that its fingerprint covers. */
function RuleSetView({ ruleSet }: { ruleSet: RuleSet }): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const { document } = ruleSet;
  return (
    <>
      <RuleSetStatus ruleSet={ruleSet} />
      <RuleWindow document={document} />
      <MovedEnds ruleSet={ruleSet} />
      <RuleRounds document={document} />
      <dl className="mt-4 divide-y divide-line">
        {ruleLines(document, t).map(({ title, texts, cases = [] }) => (
          <div key={title} className="py-2.5 text-small">
            <dt className="font-bold">{title}</dt>
            <dd>
              {texts.join(languageType === 'zh_TW' ? '' : ' ')}
              {cases.length > 0 ? (
                <ul className="mt-1 list-disc space-y-1 pl-5">
                  {cases.map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </ul>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      <RuleSection title={t('rules.prizes')}>
        <ul className="divide-y divide-line">
          {document.prizes.map(({ fromRank, toRank, title }) => (
            <li key={fromRank} className="flex items-center gap-3 py-2.5 text-small">
              <span className="num w-14 shrink-0 font-extrabold text-brand">{ranksText({ fromRank, toRank })}</span>
              {title[languageType]}
            </li>
          ))}
        </ul>
      </RuleSection>
      <RuleSection title={t('ruleSet.notes')}>
        <ol className="space-y-3">
          {document.notes.map((note, index) => (
            <li key={note[languageType]} className="flex gap-3 text-small">
              <span
                className={
                  'num grid size-6 shrink-0 place-content-center rounded-full ' +
                  'bg-brand-soft text-caption font-bold text-brand'
                }
              >
                {index + 1}
              </span>
              <span>{note[languageType]}</span>
            </li>
          ))}
        </ol>
      </RuleSection>
      <RuleSection title={t('ruleSet.check')}>
        <RuleSetProof ruleSet={ruleSet} />
      </RuleSection>
    </>
  );
}
