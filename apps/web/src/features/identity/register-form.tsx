import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { registerErrorText, registerFieldOf } from './account-error-text.ts';
import { CodeField } from './code-field.tsx';
import { EmailField, NewPasswordField } from './account-fields.tsx';
import { checkPassword, isPasswordFine } from './password-strength.ts';
import { call } from '#/lib/api/call.ts';
import { digits, emailAddress, lengthAtMost, notBlank, required } from '#/lib/form/field-rules.ts';
import { type FieldPlan, useFields, type Fields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import { withSealedSecret } from '#/lib/secrets/seal-secret.ts';
import { beginSession } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { FormField } from '#/ui/form-fields.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';

const plan = {
  email: { label: 'account.email', rules: [required, emailAddress] },
  code: { label: 'account.code', rules: [required, digits(6)] },
  password: { label: 'account.password', rules: [required] },
  nickname: { label: 'account.nickname', rules: [notBlank, lengthAtMost(24)] },
  inviteCode: { label: 'account.inviteCode', rules: [lengthAtMost(16)] },
} as const satisfies Record<string, FieldPlan>;

type RegisterFormProps = {
  /** From an invitation's link; empty without one. */
  invitedBy: string;
  /** What the fan agrees to by signing up, beside the button that does it. */
  consent: ReactNode;
  onSignedIn: () => void;
  /** The address has an account already. */
  onHasAccount: () => void;
};

/** Opening an account: the address and its code, a password, and two things that may be left out. */
export function RegisterForm({ invitedBy, consent, onSignedIn, onHasAccount }: RegisterFormProps): ReactNode {
  const t = useText();
  const form = useFields(plan, { inviteCode: invitedBy });
  const { fields, values } = form;
  const register = useRegister(onSignedIn);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (register.isPending || !form.check()) return;
    if (!isPasswordFine(checkPassword(values.password, values.email)))
      return form.objectTo('password', t('account.refused.weakPassword'));
    register.mutate(values, {
      onError: (error) => {
        const field = registerFieldOf[refusalReason(error) as keyof typeof registerFieldOf];
        if (field) form.objectTo(field, registerErrorText(error, t));
      },
    });
  };
  const refusal = refusalReason(register.error);
  const shownAtField = refusal !== undefined && refusal in registerFieldOf;
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <EmailCodeFields form={form} onHasAccount={onHasAccount} />
      <NewPasswordField field={fields.password} email={values.email} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
        <FormField
          label={fields.nickname.label}
          error={fields.nickname.error}
          placeholder={t('form.optional')}
          autoComplete="nickname"
          value={values.nickname}
          onChange={(event) => fields.nickname.set(event.currentTarget.value)}
          onBlur={fields.nickname.leave}
        />
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
      </div>
      {register.error && !shownAtField ? <InlineAlert>{registerErrorText(register.error, t)}</InlineAlert> : null}
      {consent}
      <Button type="submit" size="large" busy={register.isPending}>
        {t('account.register')}
      </Button>
    </form>
  );
}

type EmailCodeFieldsProps = {
  form: Pick<Fields<'email' | 'code'>, 'fields' | 'values' | 'check' | 'objectTo'>;
  onHasAccount: () => void;
};

/** A newcomer's address and the code that was mailed to it; an address with an account is shown the way in instead. */
function EmailCodeFields({ form, onHasAccount }: EmailCodeFieldsProps): ReactNode {
  const t = useText();
  const [registered, setRegistered] = useState<string | null>(null);
  const { email } = form.values;
  const isRegistered = registered === email.trim();
  return (
    <>
      <EmailField form={form} />
      {isRegistered ? (
        <Button variant="soft" className="w-full" onClick={onHasAccount}>
          {t('account.signInInstead')}
        </Button>
      ) : null}
      <CodeField
        purpose="register"
        email={email}
        form={form}
        maySend={() => form.check('email')}
        onRegistered={(asked) => {
          setRegistered(asked);
          if (asked === email.trim()) form.objectTo('email', t('account.refused.emailTaken'));
        }}
      />
    </>
  );
}

type Registration = {
  readonly email: string;
  readonly code: string;
  readonly password: string;
  /** Empty when the fan leaves it out. */
  readonly nickname: string;
  /** Empty without an inviter. */
  readonly inviteCode: string;
};

/** Opens an account and signs in; the password leaves the browser encrypted. */
function useRegister(onSignedIn: () => void) {
  return useMutation({
    meta: { shownInPlace: true },
    mutationFn: ({ email, code, password, nickname, inviteCode }: Registration) =>
      withSealedSecret(password, (secret) =>
        call('POST /wallet/api/v1/user/register', {
          body: {
            email: email.trim(),
            code,
            password: secret,
            ...(nickname.trim() && { nickname: nickname.trim() }),
            ...(inviteCode.trim() && { inviteCode: inviteCode.trim() }),
          },
        }),
      ),
    onSuccess: ({ token, userInfo }) => {
      beginSession({ token, userInfo });
      onSignedIn();
    },
  });
}
