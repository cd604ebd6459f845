export type BudgetOperator = '<=' | '<' | '>=' | '>' | '==';

/** Which rungs a budget is about. `all`: no @ was written. */
export type RateSelector =
  | { readonly kind: 'all' }
  | { readonly kind: 'list'; readonly rates: readonly number[] }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'comparison'; readonly operator: '<=' | '<' | '>=' | '>'; readonly rate: number };

/** METRIC OP VALUE[%] [@ RATES] [observed] */
export interface Budget {
  /** As the user wrote it, trimmed. */
  readonly expression: string;
  readonly metric: string;
  readonly operator: BudgetOperator;
  readonly value: number;
  /** The value is a percentage of the arrived (served_rate) or offered rate. */
  readonly percent: boolean;
  readonly rates: RateSelector;
  readonly observed: boolean;
}
