/** One environment variable as the help and the documentation describe it. */
export type Variable = {
  name: string;
  meaning: string;
  /** The values that it takes, in words and without a full stop; everything else stops the start. */
  valid: string;
  /** What holds when it is unset, in words: "100", "UTC", "off". Left out: nothing does. */
  fallback?: string;
  /** Can also be read from the file that `<name>_FILE` names. */
  secret?: boolean;
  /** How a desktop client asks for it. */
  field: FormField;
};

/** One field of the form in which a desktop client asks for the settings; `initial` is a value that the program reads. */
export type FormField =
  | { kind: "text"; title: string; required?: true; initial?: string; example?: string }
  | { kind: "number"; title: string; initial: number; min: number; max: number }
  /** `ticked` says what ticking it does. */
  | { kind: "switch"; title: string; ticked: string; initial: boolean };
