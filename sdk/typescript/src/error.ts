// The one error type of this package: what was refused or went wrong, and what to do about it.

export interface Refusal {
  /** The status of the answer; 0 where no answer came. */
  status: number;
  /** Stable; tests may rely on it. */
  code: string;
  message: string;
  /** JSON Pointer into the body that was sent. */
  field?: string | undefined;
  /** What to do. */
  hint?: string | undefined;
}

export class UnderstudyError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly hint: string | undefined;

  constructor(refusal: Refusal, cause?: unknown) {
    super(toText(refusal), cause === undefined ? undefined : { cause });
    this.name = "UnderstudyError";
    this.status = refusal.status;
    this.code = refusal.code;
    this.field = refusal.field;
    this.hint = refusal.hint;
  }
}

// "no duration 'run_setle' (422 unknown_duration at /run_setle); hint: did you mean 'run_settle'?"
function toText({ status, code, message, field, hint }: Refusal): string {
  const where = field ? ` at ${field}` : "";
  return `${message} (${status ? `${status} ` : ""}${code}${where})${hint ? `; hint: ${hint}` : ""}`;
}
