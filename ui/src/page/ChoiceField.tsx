import { useId, type ReactNode } from 'react';

interface ChoiceFieldProps {
  readonly label: string;
  readonly choices: readonly string[];
  readonly chosen: string | null;
  readonly onChoose: (choice: string) => void;
}

export function ChoiceField({ label, choices, chosen, onChoose }: ChoiceFieldProps): ReactNode {
  const name = useId();
  return (
    <fieldset className="page-choice">
      <legend>{label}</legend>
      <div className="page-choice__options">
        {choices.map((choice) => (
          <label key={choice}>
            <input type="radio" name={name} checked={choice === chosen} onChange={() => onChoose(choice)} />
            <span>{choice}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
