import { type BoxProof, entryHash, type PacketProof, type RaffleProof } from '@lightstick/chance';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Campaign, useCampaign } from '#/features/luck/luck-queries.ts';
import { usePacket } from '#/features/luck/packet/packet.ts';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { Mark } from '#/ui/proof/proof-parts.tsx';
import { isAsPromised, type KeptPromise, keptPromises } from './kept-promises.ts';

/** Amounts are shown one by one up to here. */
const mostShown = 200;

/** Shows the shares in the order of the fastest, the fan's own marked. */
export function OwnShare({ proof }: { proof: PacketProof }): ReactNode {
  const t = useText();
  const mine = usePacket(proof.packetId).packet?.mine;
  const { amounts, grabbed, packetId } = proof;
  return (
    <>
      <Promised areKept={isAsPromised(keptPromises.of(packetId), proof)} />
      {mine ? (
        <OwnLine
          ok={amounts === null ? 'notYet' : amounts[mine.place - 1] === mine.amount}
          text={t('proof.mine.share', { place: mine.place, amount: mine.amount })}
        />
      ) : (
        <p className="text-small text-mute">{t('proof.mine.noShare')}</p>
      )}
      {amounts ? (
        <ol aria-label={t('proof.mine.shares')} className="num mt-3 flex flex-wrap gap-1.5 text-caption font-semibold">
          {amounts.slice(0, mostShown).map((amount, index) => (
            <li key={index} className={`rounded-full px-2 py-0.5 ${shareLook(index, grabbed, mine?.place)}`}>
              {formatNumber(amount)}
            </li>
          ))}
          {amounts.length > mostShown ? <li className="px-1 text-mute">… {formatNumber(amounts.length)}</li> : null}
        </ol>
      ) : null}
    </>
  );
}

function shareLook(index: number, grabbed: number, mine: number | undefined): string {
  if (index + 1 === mine) return 'action';
  return index < grabbed ? 'bg-raise' : 'border border-dashed border-line text-mute';
}

/** Returns the openings of this fan: the newest hundred from the server, and all that this browser remembers. */
function useOwnNonces({ activityId, epoch }: BoxProof): ReadonlySet<number> {
  const accountId = useAccountId();
  const { data } = useQuery({
    queryKey: [...queryKeys.luck, 'results', accountId, activityId, 'newest'],
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/packet/getResults', { query: { activityId, pageNum: 1, pageSize: 100 } }, { signal }),
    enabled: accountId !== undefined,
    meta: { background: true },
  });
  const kept = keptPromises.of(activityId).filter((promise) => promise.epoch === epoch);
  const listed = data?.list.filter(({ isMe }) => isMe) ?? [];
  return new Set([...kept.flatMap(({ nonces }) => nonces), ...listed.map(({ position }) => position)]);
}

const mostOpenings = 5;

/** Shows the fan's own openings in this stretch, and whether the promise is the one that this browser saw. */
export function OwnOpenings({ proof }: { proof: BoxProof }): ReactNode {
  const t = useText();
  const campaign = useCampaign(proof.activityId);
  const own = useOwnNonces(proof);
  const [showsAll, setShowsAll] = useState(false);
  const mine = proof.openings.filter(([nonce]) => own.has(nonce)).toReversed();
  const promises = keptPromises.of(proof.activityId).filter(({ epoch }) => epoch === proof.epoch);
  const areOwnSeeds = promises.every((promise) => hasOwnSeed(proof, promise));
  return (
    <>
      {promises.length > 0 ? (
        <>
          <Promised areKept={isAsPromised(promises, proof)} />
          <OwnLine ok={areOwnSeeds} text={t(areOwnSeeds ? 'proof.mine.seedKept' : 'proof.mine.seedBroken')} />
        </>
      ) : null}
      {mine.length > 0 ? (
        <ul className="num mt-2 space-y-1.5 text-small">
          {mine.slice(0, showsAll ? undefined : mostOpenings).map(([nonce, clientSeed, , prize]) => (
            <li key={nonce} className="rounded-tile bg-raise px-3 py-2">
              <span className="flex justify-between gap-3 font-semibold">
                <span>{t('proof.mine.opening', { nonce })}</span>
                <span className="text-right">
                  <PrizeTitle campaign={campaign.data} proof={proof} place={prize} />
                </span>
              </span>
              <span className="block text-caption break-all text-mute">
                {t('proof.mine.clientSeed', { seed: clientSeed })}
              </span>
            </li>
          ))}
          {mine.length > mostOpenings && !showsAll ? (
            <li>
              <Button variant="soft" onClick={() => setShowsAll(true)}>
                {t('proof.mine.showAll', { count: mine.length })}
              </Button>
            </li>
          ) : null}
        </ul>
      ) : (
        <p className="text-small text-mute">{t('proof.mine.noOpening')}</p>
      )}
    </>
  );
}

function Promised({ areKept }: { areKept: boolean | null }): ReactNode {
  const t = useText();
  if (areKept === null) return null;
  return <OwnLine ok={areKept} text={t(areKept ? 'proof.mine.promiseKept' : 'proof.mine.promiseBroken')} />;
}

/**
 * Tells whether each opening of a call is in the proof, with the seed that this browser made for it. A proof may be
 * some seconds old, so one after its last opening is not missed.
 */
function hasOwnSeed({ openings }: Pick<BoxProof, 'openings'>, { nonces, clientSeed }: KeptPromise): boolean {
  if (clientSeed === null) return true;
  const last = openings.at(-1)?.[0] ?? 0;
  return nonces.every((own) => own > last || openings.some(([nonce, seed]) => nonce === own && seed === clientSeed));
}

type PrizeTitleProps = {
  campaign: Campaign | undefined;
  proof: Pick<BoxProof, 'document'>;
  place: number;
};

/** Names a prize by its title, else by its place in the published order. */
function PrizeTitle({ campaign, proof, place }: PrizeTitleProps): ReactNode {
  const t = useText();
  const prizeId = proof.document.prizes[place]?.prizeId;
  const title = campaign?.prizes.find((prize) => prize.prizeId === prizeId)?.title;
  return title ?? t('proof.mine.prize', { place: place + 1 });
}

/** Shows the fan's line in the list of entries, and the winners by it. */
export function OwnEntry({ proof, prizesOf }: { proof: RaffleProof; prizesOf: readonly number[] }): ReactNode {
  const t = useText();
  const campaign = useCampaign(proof.activityId);
  const accountId = useAccountId();
  const entered = campaign.data?.kind === 'raffle' ? campaign.data.mine : null;
  const promises = keptPromises.of(proof.activityId);
  const kept = promises.find((promise) => promise.entryHash !== null)?.entryHash ?? null;
  const mine = entered?.entryHash ?? kept;
  const place = proof.entries?.findIndex((entry) => entry.hash === mine) ?? -1;
  const isOwnHash = entered?.salt && accountId ? hexHashOf(entered.salt, accountId) === mine : undefined;
  return (
    <>
      <Promised areKept={isAsPromised(promises, proof)} />
      {mine === null ? (
        <p className="text-small text-mute">{t('proof.mine.noEntry')}</p>
      ) : (
        <OwnLine
          ok={proof.entries === null ? 'notYet' : place >= 0 && (kept === null || kept === mine)}
          text={
            place >= 0
              ? t('proof.mine.entry', { place: place + 1, count: proof.entries?.[place]?.weight ?? 1 })
              : t(proof.entries === null ? 'proof.mine.entryLater' : 'proof.mine.entryMissing')
          }
          detail={mine}
        />
      )}
      {isOwnHash === undefined || mine === null ? null : (
        <OwnLine
          ok={isOwnHash}
          text={t(isOwnHash ? 'proof.mine.hashOwn' : 'proof.mine.hashOther')}
          detail={t('proof.mine.salt', { salt: entered?.salt ?? '' })}
        />
      )}
      {proof.winners && proof.winners.length > 0 ? (
        <ol aria-label={t('draw.winners')} className="num mt-3 space-y-1.5 text-small">
          {proof.winners.slice(0, mostShown).map((winner, index) => (
            <li
              key={winner}
              className={
                'flex items-center justify-between gap-3 rounded-tile px-3 py-2 ' +
                (winner === mine ? 'action' : 'bg-raise')
              }
            >
              <span className="min-w-0 break-all font-semibold">
                {index + 1}. {winner}
              </span>
              <span className="shrink-0">
                <PrizeTitle campaign={campaign.data} proof={proof} place={prizesOf[index] ?? 0} />
              </span>
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}

function hexHashOf(salt: string, accountId: string): string {
  const bytes = Uint8Array.from(salt.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return Array.from(entryHash(bytes, accountId), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

type OwnLineProps = { ok: boolean | 'notYet'; text: string; detail?: string };

function OwnLine({ ok, text, detail }: OwnLineProps): ReactNode {
  return (
    <p className="mt-2 flex items-start gap-3 text-small font-semibold">
      <Mark ok={ok} />
      <span className="min-w-0 pt-0.5">
        {text}
        {detail === undefined ? null : <span className="num block text-caption break-all text-mute">{detail}</span>}
      </span>
    </p>
  );
}
