import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { environment, type Language } from '#/lib/environment.ts';
import { digits, emailAddress, lengthAtMost, notBlank, required } from '#/lib/form/field-rules.ts';
import { type FieldPlan, type Fields, useFields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import { beginSession } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { FormField } from '#/ui/form-fields.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { registerErrorText, registerFieldOf } from './account-error-text.ts';
import { EmailField } from './account-fields.tsx';
import { CodeSendingNote, CodeStep, type CodeSending, useCodeSending } from './code-field.tsx';

const plan = {
  email: { label: 'account.email', rules: [required, emailAddress] },
  code: { label: 'account.code', rules: [required, digits(6)] },
  nickname: { label: 'account.nickname', rules: [required, notBlank, lengthAtMost(24)] },
  inviteCode: { label: 'account.inviteCode', rules: [lengthAtMost(16)] },
} as const satisfies Record<string, FieldPlan>;

type RegisterStep = 'email' | 'code' | 'nickname';
type FieldName = keyof typeof plan;
const stepOf = { email: 'email', code: 'code', nickname: 'nickname', inviteCode: 'nickname' } as const satisfies Record<
  FieldName,
  RegisterStep
>;

type RegisterFormProps = {
  /** The code of an invitation's link; empty without one. */
  invitedBy: string;
  /** The text that the fan agrees to by signing up, beside the button that does it. */
  consent: ReactNode;
  onSignedIn: () => void;
  /** The address has an account already. */
  onHasAccount: (email: string) => void;
};

/** Creates an account in three steps: the email, the mailed code, and a nickname to keep or change. */
export function RegisterForm({ invitedBy, consent, onSignedIn, onHasAccount }: RegisterFormProps): ReactNode {
  const t = useText();
  const [suggestion] = useState(() => suggestNickname(environment().languageType));
  const form = useFields(plan, { nickname: suggestion, inviteCode: invitedBy });
  const { fields, values } = form;
  const email = values.email.trim();
  const [step, setStep] = useState<RegisterStep>('email');
  const [registered, setRegistered] = useState<string | null>(null);
  const sending = useCodeSending('register', {
    onSent: () => setStep('code'),
    onRegistered: (asked) => {
      setRegistered(asked);
      form.objectTo('email', t('account.refused.emailTaken'));
    },
  });
  const checking = useCheckCode(() => setStep('nickname'));
  const register = useRegister(onSignedIn);

  /** Shows a refusal at the step and the field that it is about. */
  const takeRefusal = (error: Error) => {
    const field = registerFieldOf[refusalReason(error) as keyof typeof registerFieldOf];
    if (!field) return;
    if (field === 'code') fields.code.set('');
    form.objectTo(field, registerErrorText(error, t));
    setStep(stepOf[field]);
  };
  const checkCode = (code: string) => {
    if (!checking.isPending) checking.mutate({ email, code }, { onError: takeRefusal });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step === 'email') {
      if (!form.check('email')) return;
      if (sending.isOnItsWayTo(email)) setStep('code');
      else sending.send(email);
    } else if (step === 'code') {
      if (form.check('code')) checkCode(values.code);
    } else if (form.check('nickname', 'inviteCode') && !register.isPending) {
      register.mutate(values, { onError: takeRefusal });
    }
  };
  const error = step === 'nickname' ? register.error : checking.error;
  const shownAtField = (refusalReason(error) ?? '') in registerFieldOf;
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {step === 'email' ? (
        <EmailStep form={form} sending={sending} registered={registered} onHasAccount={onHasAccount} />
      ) : null}
      {step === 'code' ? (
        <CodeStep
          email={email}
          field={fields.code}
          sending={sending}
          busy={checking.isPending}
          onCode={checkCode}
          onBack={() => setStep('email')}
        />
      ) : null}
      {step === 'nickname' ? (
        <NicknameStep form={form} invited={invitedBy !== ''} busy={register.isPending} consent={consent} />
      ) : null}
      {error && step !== 'email' && !shownAtField ? <InlineAlert>{registerErrorText(error, t)}</InlineAlert> : null}
    </form>
  );
}

type EmailStepProps = {
  form: Pick<Fields<'email'>, 'fields' | 'values'>;
  sending: CodeSending;
  /** An address that turned out to have an account. */
  registered: string | null;
  onHasAccount: (email: string) => void;
};

function EmailStep({ form, sending, registered, onHasAccount }: EmailStepProps): ReactNode {
  const t = useText();
  const email = form.values.email.trim();
  return (
    <>
      <EmailField form={form} hint={t('account.emailHint')} />
      {registered === email && email !== '' ? (
        <Button variant="soft" className="w-full" onClick={() => onHasAccount(email)}>
          {t('account.signInInstead')}
        </Button>
      ) : null}
      <CodeSendingNote sending={sending} />
      <Button type="submit" size="large" busy={sending.isSending}>
        {t('account.continue')}
      </Button>
    </>
  );
}

type NicknameStepProps = {
  form: Pick<Fields<'nickname' | 'inviteCode'>, 'fields' | 'values'>;
  /** Whether an invitation's link brought its code. */
  invited: boolean;
  busy: boolean;
  consent: ReactNode;
};

function NicknameStep({ form: { fields, values }, invited, busy, consent }: NicknameStepProps): ReactNode {
  const t = useText();
  const heading = useArrivingFocus<HTMLHeadingElement>();
  const [asksInvite, setAsksInvite] = useState(invited);
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="text-title font-extrabold">
        {t('account.nicknameTitle')}
      </h2>
      <FormField
        label={fields.nickname.label}
        error={fields.nickname.error}
        hint={t('account.nicknameHint')}
        autoComplete="nickname"
        value={values.nickname}
        onChange={(event) => fields.nickname.set(event.currentTarget.value)}
        onBlur={fields.nickname.leave}
      />
      {asksInvite ? (
        <FormField
          label={fields.inviteCode.label}
          error={fields.inviteCode.error}
          placeholder={t('form.optional')}
          autoComplete="off"
          autoCapitalize="characters"
          value={values.inviteCode}
          onChange={(event) => fields.inviteCode.set(event.currentTarget.value)}
          onBlur={fields.inviteCode.leave}
        />
      ) : (
        <Button variant="quiet" className="-ml-4" onClick={() => setAsksInvite(true)}>
          {t('account.addInviteCode')}
        </Button>
      )}
      {consent}
      <Button type="submit" size="large" busy={busy}>
        {t('account.register')}
      </Button>
    </>
  );
}

/** Checks the code before the next step; it stays good for registering. */
function useCheckCode(onRight: () => void) {
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: (body: { email: string; code: string }) => call('POST /wallet/api/v1/user/checkRegisterCode', { body }),
    onSuccess: onRight,
  });
}

type Registration = {
  readonly email: string;
  readonly code: string;
  readonly nickname: string;
  /** Empty without an inviter. */
  readonly inviteCode: string;
};

/** Creates the account, without a password, and signs in. */
function useRegister(onSignedIn: () => void) {
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: ({ email, code, nickname, inviteCode }: Registration) =>
      call('POST /wallet/api/v1/user/register', {
        body: {
          email: email.trim(),
          code,
          nickname: nickname.trim(),
          ...(inviteCode.trim() && { inviteCode: inviteCode.trim() }),
        },
      }),
    onSuccess: ({ token, userInfo }) => {
      beginSession({ token, userInfo });
      onSignedIn();
    },
  });
}

type NicknameWords = { readonly first: readonly string[]; readonly second: readonly string[] };

const words: Record<Language, NicknameWords> = {
  en_US: {
    first: [
      'Starry',
      'Sunny',
      'Lucky',
      'Misty',
      'Velvet',
      'Golden',
      'Silver',
      'Cosmic',
      'Mellow',
      'Neon',
      'Rosy',
      'Breezy',
    ],
    second: [
      'Encore',
      'Lantern',
      'Melody',
      'Comet',
      'Echo',
      'Chorus',
      'Firefly',
      'Ribbon',
      'Harmony',
      'Spark',
      'Balcony',
      'Tempo',
    ],
  },
  zh_TW: {
    first: ['星光', '暖陽', '月夜', '晨曦', '銀河', '彩虹', '微風', '櫻花', '琥珀', '霓虹', '薄荷', '蜂蜜'],
    second: ['安可', '燈籠', '旋律', '彗星', '回聲', '合唱', '螢火蟲', '緞帶', '和聲', '火花', '節拍', '拍手聲'],
  },
};

/** Returns a friendly nickname for a newcomer to keep or change, such as “Starry Lantern 27”. */
export function suggestNickname(language: Language, random: () => number = Math.random): string {
  const oneOf = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const { first, second } = words[language];
  const number = 10 + Math.floor(random() * 90);
  const space = language === 'en_US' ? ' ' : '';
  return `${oneOf(first)}${space}${oneOf(second)} ${number}`;
}
