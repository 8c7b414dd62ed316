import type { Contract, ErrorOf, InputOf } from '@lightstick/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { hostPresence } from '#/lib/host/host-presence.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { signInPath } from '#/lib/navigation.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { NextIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { Spinner } from '#/ui/spinner.tsx';

const route = 'POST /activity/api/v1/jplive/agent/report';

type ReportReason = InputOf<Contract[typeof route]>['body']['reason'];

const reasons: Record<ReportReason, MessageId> = {
  wrong: 'agent.report.wrong',
  insult: 'agent.report.insult',
  sexual: 'agent.report.sexual',
  privateDetails: 'agent.report.privateDetails',
  childSafety: 'agent.report.childSafety',
  other: 'agent.report.other',
};

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<ErrorOf<Contract[typeof route]>, MessageId> = {
  ANSWER_NOT_FOUND: 'agent.refused.asItIs',
  REPORTS_USED_UP: 'agent.refused.asItIs',
};

type ReportSheetProps = { answerId: string; onClose: () => void };

/** Reports an answer: the reason is the second and last tap. */
export function ReportSheet({ answerId, onClose }: ReportSheetProps): ReactNode {
  const t = useText();
  const session = useSession();
  const report = useMutation({
    meta: { shownInPlace: true },
    mutationFn: (reason: ReportReason) => call(route, { body: { answerId, reason } }),
  });
  return (
    <Sheet
      title={t(report.isSuccess ? 'agent.report.thanks' : 'agent.report.title')}
      subtitle={t(report.isSuccess ? 'agent.report.thanksText' : 'agent.report.text')}
      onClose={onClose}
    >
      {(close) => (
        <div className="mt-4 space-y-3">
          {session ? null : <SignIn />}
          {report.error ? <InlineAlert>{refusalText(report.error, texts, t)}</InlineAlert> : null}
          {session && !report.isSuccess ? (
            <ul className="divide-y divide-line rounded-control border-2 border-line">
              {(Object.keys(reasons) as ReportReason[]).map((reason) => (
                <li key={reason}>
                  <button
                    type="button"
                    aria-disabled={report.isPending || undefined}
                    className={
                      'press flex min-h-13 w-full items-center justify-between ' +
                      'gap-3 px-4 py-2 text-left text-body font-semibold'
                    }
                    onClick={() => {
                      if (!report.isPending) report.mutate(reason);
                    }}
                  >
                    {t(reasons[reason])}
                    {report.isPending && report.variables === reason ? (
                      <Spinner />
                    ) : (
                      <NextIcon size={18} className="text-mute" />
                    )}
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
          <Button variant="soft" size="large" onClick={close}>
            {t(report.isSuccess ? 'common.done' : 'common.notNow')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

/** A host app signs its fans in itself, so only the web offers the link. */
function SignIn(): ReactNode {
  const t = useText();
  const [here] = useLocation();
  return (
    <>
      <p className="text-body">{t('agent.report.signIn')}</p>
      {hostPresence() ? null : (
        <Link href={signInPath(here)} className={buttonStyle('primary', 'large')}>
          {t('account.signIn')}
        </Link>
      )}
    </>
  );
}
