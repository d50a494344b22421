"""Operations on a state that several phases share: cost, targets, capture, losses."""
