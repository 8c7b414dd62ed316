import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Best7Poll, best7Key } from '#/features/best7/use-best7.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { StageTop } from '#/ui/stage-top.tsx';

type Best7StageProps = {
  /** Null without a poll, undefined while unknown. */
  poll?: Best7Poll | null | undefined;
  children?: ReactNode;
};

/** Shows the stage of Best 7 with the seven on it, and the next moment that counts. */
export function Best7Stage({ poll, children }: Best7StageProps): ReactNode {
  const t = useText();
  return (
    <StageTop isBeside title={t('best7.title')} text={t('best7.text')} backTo="/">
      {children}
      {poll === null ? null : (
        // As high as a countdown with its text, so that nothing moves when it appears.
        <div className="mt-4 min-h-[68px]">{poll ? <NextMoment poll={poll} /> : null}</div>
      )}
    </StageTop>
  );
}

function NextMoment({ poll }: { poll: Best7Poll }): ReactNode {
  const t = useText();
  const queryClient = useQueryClient();
  const { text, until } = nextMoment(poll);
  return (
    <>
      <p className="mb-2 text-small font-bold text-gold">{t(text)}</p>
      {until === null ? null : (
        <Countdown
          key={until}
          until={until}
          onOver={() => void queryClient.invalidateQueries({ queryKey: best7Key })}
        />
      )}
    </>
  );
}

/**
 * Returns the next moment to count down to: the opening, the fan's next ballot or the closing. Null after the closing.
 */
function nextMoment({ state, opensAt, closesAt, mine }: Best7Poll): { text: MessageId; until: string | null } {
  if (state === 'scheduled') return { text: 'best7.opensIn', until: opensAt };
  if (state === 'closing') return { text: 'best7.closing', until: null };
  if (state === 'final') return { text: 'best7.finalText', until: null };
  if (mine?.nextBallotAt) return { text: 'best7.nextIn', until: mine.nextBallotAt };
  return { text: 'best7.closesIn', until: closesAt };
}
