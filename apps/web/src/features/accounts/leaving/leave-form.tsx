import { type FormEvent, type ReactNode, useState } from 'react';
import { digits, type FieldRule, required } from '#/lib/form/field-rules.ts';
import { useFields } from '#/lib/form/use-fields.ts';
import { refusalReason } from '#/lib/api/refusal-reason.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { FormField } from '#/ui/form-field.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { CodeField } from '../code-field.tsx';
import { leaveErrorText, leaveFieldOf } from './leave-error-text.ts';
import { LeaveModal } from './leave-modal.tsx';
import type { LeaveProof } from './use-leave.ts';

type LeaveFormProps = {
  fanCode: string;
  /** Where the code is mailed. Without one the wallet signs. */
  email: string | null;
  walletAddress: string | null;
  onLeft: (erasesAt: string) => void;
};

/** The typed confirmation, and the proof that it is the account's owner who leaves. */
export function LeaveForm({ fanCode, email, walletAddress, onLeft }: LeaveFormProps): ReactNode {
  const t = useText();
  const form = useFields({
    confirm: { label: 'leave.yourCode', rules: [isOwn(fanCode)] },
    code: { label: 'account.code', rules: [required, digits(6)] },
  });
  const { fields, values } = form;
  const [isAsked, setIsAsked] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email === null ? form.check('confirm') : form.check()) setIsAsked(true);
  };
  const proofNow = (signal: AbortSignal): LeaveProof =>
    email === null ? { kind: 'wallet', address: walletAddress ?? '', signal } : { kind: 'code', code: values.code };
  /** What is about a field is told there, where it can be put right. */
  const takeRefusal = (error: Error): boolean => {
    const field = leaveFieldOf[refusalReason(error) ?? ''];
    if (!field) return false;
    form.objectTo(field, leaveErrorText(error, t));
    setIsAsked(false);
    return true;
  };
  return (
    <>
      <form noValidate onSubmit={submit} className="space-y-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-tile bg-bg p-3.5">
          <span className="text-small text-mute">{t('leave.yourCode')}</span>
          <span className="num text-title font-extrabold tracking-[0.12em] select-all">{fanCode}</span>
        </p>
        <FormField
          label={fields.confirm.label}
          error={fields.confirm.error}
          hint={t('leave.confirmHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={16}
          value={values.confirm}
          onChange={(event) => fields.confirm.set(event.currentTarget.value)}
          onBlur={fields.confirm.leave}
        />
        {email === null ? (
          <p className="text-small text-pretty text-mute">{t('leave.byWallet')}</p>
        ) : (
          <>
            <p className="text-small text-pretty text-mute">{t('leave.byCode', { email })}</p>
            <CodeField purpose="deleteAccount" email={email} form={form} />
          </>
        )}
        <SpendButton type="submit" variant="soft" size="large">
          {t('leave.go')}
        </SpendButton>
      </form>
      {isAsked ? (
        <LeaveModal
          confirm={values.confirm}
          proofNow={proofNow}
          onRefused={takeRefusal}
          onLeft={onLeft}
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </>
  );
}

/** Neither case nor spaces around it matter, as on the server. */
function isOwn(fanCode: string): FieldRule {
  return (value) => {
    if (value === '') return { id: 'leave.confirmMissing', values: {} };
    return value.trim().toUpperCase() === fanCode ? undefined : { id: 'leave.confirmWrong', values: {} };
  };
}
