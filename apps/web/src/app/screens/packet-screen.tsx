import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { usePurse } from '#/app/luck/campaign-room.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { StageTop } from '#/ui/stage-top.tsx';
import { type ExplainedStep, StepList } from '#/ui/step-list.tsx';
import { usePlatform } from '#/lib/platform.ts';
import { givenText } from '#/features/luck/given.ts';
import { nextSteps, StepLink } from '#/features/luck/next-steps.tsx';
import { type LuckState, type Packet, useLuckState, packetPath } from '#/features/luck/luck-queries.ts';
import { useLuckStream } from '#/features/luck/luck-stream.ts';
import { LuckTerms } from '#/features/luck/campaign-terms.tsx';
import { PacketArt } from '#/features/luck/packet/packet-art.tsx';
import { PacketStage } from '#/features/luck/packet/packet-stage.tsx';
import { useGrab } from '#/features/luck/packet/use-grab.ts';
import { usePacket } from '#/features/luck/packet/packet.ts';
import { keptPromises, promiseOfPacket } from '#/features/luck/proof/kept-promises.ts';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useQueryParameter } from '#/lib/query-parameters.ts';
import { useSession } from '#/lib/session/session.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { GiftIcon, LockIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { RecordSkeleton } from '#/ui/record-row.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

const shareList = lazyPart(() => import('#/features/luck/packet/share-list.tsx').then((module) => module.ShareList));
const proofSheet = lazyPart(() => import('#/features/luck/proof/proof-sheet.tsx').then((module) => module.ProofSheet));

const backTo = '/activity';

/**
 * Shows one red packet: the wait for it, the grab, and how it was shared. Without an id the one that is open or opens
 * next.
 */
export function PacketScreen(): ReactNode {
  const t = useText();
  const packetId = useQueryParameter('packetId');
  // Without an id the first one stays on show when it is gone and another one would be first.
  const [shownId, setShownId] = useState<string>();
  const { packets, packet, error, isFetching, refetch } = usePacket(packetId ?? shownId);
  if (packet && packetId === null && shownId === undefined) setShownId(packet.packetId);
  if (packet) return <PacketRoom key={packet.packetId} packet={packet} next={nextOf(packets ?? [], packet)} />;
  return (
    <>
      <StageTop
        title={t('packet.title')}
        // As high as the line that is to come.
        text={packets || error ? undefined : '\u00A0'}
        backTo={backTo}
      >
        <PacketArt mood="sealed" />
        <div className="min-h-40" />
      </StageTop>
      <div className="relative z-10 -mt-6 px-4">
        <section className="card">
          {packets ? (
            <Empty
              icon={GiftIcon}
              text={t(packetId === null ? 'packet.none' : 'packet.gone')}
              action={
                <Link href={backTo} className={buttonStyle('primary')}>
                  {t('packet.toActivities')}
                </Link>
              }
            />
          ) : null}
          {error && !packets ? (
            <LoadError text={t('packet.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
          ) : null}
          {error || packets ? null : (
            <LoadingRegion>
              <Skeleton className="h-6 w-40 rounded-full" />
              <Skeleton className="mt-4 h-16 rounded-tile" />
              <Skeleton className="mt-2.5 h-16 rounded-tile" />
            </LoadingRegion>
          )}
        </section>
      </div>
    </>
  );
}

function nextOf(packets: readonly Packet[], { packetId }: Packet): Packet | undefined {
  return packets
    .filter((one) => one.state === 'notOpen' && one.packetId !== packetId)
    .toSorted((one, other) => Date.parse(one.opensAt) - Date.parse(other.opensAt))[0];
}

type RoomProps = { packet: Packet; next: Packet | undefined };

function PacketRoom({ packet, next }: RoomProps): ReactNode {
  const t = useText();
  const session = useSession();
  const here = packetPath(packet);
  const grabbing = useGrab(packet);
  const stateByClock = useLuckState(packet);
  const state = grabbing.ended ?? stateByClock;
  const { error, reset, share } = grabbing;
  const purse = usePurse();
  const given = share ? [{ ...packet.total, amount: share.amount }] : [];
  const toNext = next && ({ to: packetPath(next), text: 'packet.next' } as const);
  const [step] = nextSteps({ given, pieces: 0 }, purse, toNext);
  useLuckStream(state !== 'ended');

  // What is first seen after the grab, such as in another browser, was not seen before it.
  const isPromise = session !== null && !share && (state === 'notOpen' || state === 'open');
  useEffect(() => {
    if (isPromise) keptPromises.keep(promiseOfPacket(packet));
  }, [isPromise, packet]);

  // The countdown says that it is not open yet; what was refused says nothing any more when it is.
  useEffect(() => {
    if (state === 'notOpen' && error) reset();
  }, [state, error, reset]);

  return (
    <>
      <StageTop
        title={packet.title}
        text={t('packet.sum', { sum: givenText(packet.total, t), shares: packet.shares })}
        backTo={backTo}
        trailing={<PointsChip path={here} onStage />}
      >
        <PacketStage
          packet={packet}
          state={state}
          grabbing={grabbing}
          signIn={session ? undefined : <SignIn next={here} isOpen={state === 'open'} />}
          step={step}
          next={
            step && session && !next ? <StepLink step={step} size="large" /> : <WayOn next={next} variant="primary" />
          }
        />
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        {state === 'notOpen' ? null : <Shares packet={packet} state={state} />}
        {share && next && step !== toNext ? <WayOn next={next} variant="soft" /> : null}
        <HowItWorks packet={packet} isSealed={state === 'notOpen'} />
      </div>
    </>
  );
}

/** A host app signs its fans in itself, so only the web offers the link. */
function SignIn({ next, isOpen }: { next: string; isOpen: boolean }): ReactNode {
  const t = useText();
  const platform = usePlatform();
  const text = t(isOpen ? 'packet.signIn' : 'packet.signInFirst');
  if (platform !== 'web') return <p className="text-small font-medium text-pretty">{text}</p>;
  return (
    <Link href={signInPath(next)} className={buttonStyle('primary', 'large')}>
      {text}
    </Link>
  );
}

function WayOn({ next, variant }: { next: Packet | undefined; variant: 'primary' | 'soft' }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  if (!next) {
    return (
      <Link href={backTo} className={buttonStyle(variant, 'large')}>
        {t('packet.toActivities')}
      </Link>
    );
  }
  return (
    <Link href={packetPath(next)} className={buttonStyle(variant, 'large')}>
      <span>
        <span className="block">{t('packet.next')}</span>
        <span className="num block text-caption font-semibold">
          {t('packet.opensAt', { when: friendly(next.opensAt) })}
        </span>
      </span>
    </Link>
  );
}

function Shares({ packet, state }: { packet: Packet; state: LuckState }): ReactNode {
  const t = useText();
  const List = shareList.Component;
  return (
    <section aria-labelledby="packet-shares" className="card">
      <SectionHeading id="packet-shares">{t('packet.shares')}</SectionHeading>
      <Proof packetId={packet.packetId} isOver={state === 'soldOut' || state === 'ended'} />
      <Suspense fallback={<RecordSkeleton count={5} />}>
        <List packet={packet} state={state} />
      </Suspense>
    </section>
  );
}

const steps: readonly ExplainedStep[] = [
  { title: 'packet.how.sealed', text: 'packet.how.sealedText' },
  { title: 'packet.how.fast', text: 'packet.how.fastText' },
  { title: 'packet.how.check', text: 'packet.how.checkText' },
];

/** Explains the packet, who may take part, and what has been promised before it opens. */
function HowItWorks({ packet, isSealed }: { packet: Packet; isSealed: boolean }): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="packet-how" className="card">
      <SectionHeading id="packet-how">{t('packet.how')}</SectionHeading>
      <div className="space-y-4">
        {packet.description ? <p className="text-body text-pretty">{packet.description}</p> : null}
        <StepList steps={steps} />
        <LuckTerms terms={packet} />
        {isSealed ? <Proof packetId={packet.packetId} isOver={false} /> : null}
      </div>
    </section>
  );
}

/** Shows what was promised, and once the packet is over how to recompute it. */
function Proof({ packetId, isOver }: { packetId: string; isOver: boolean }): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const ProofSheet = proofSheet.Component;
  return (
    <>
      <Button
        variant="soft"
        className="w-full"
        onPointerEnter={() => void proofSheet.preload()}
        onClick={() => setOpen(true)}
      >
        {isOver ? <CheckIcon size={18} /> : <LockIcon size={18} />}
        {t(isOver ? 'packet.proof' : 'packet.seal')}
      </Button>
      {isOpen ? (
        <Suspense>
          <ProofSheet subject={{ packetId }} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
