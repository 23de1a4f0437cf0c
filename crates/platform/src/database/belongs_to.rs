//! SeaORM's relation of an entity to the entities that its rows belong to. Entities that it never joins are in
//! `no_relations`.

/// The relations and the behaviour of such an entity: of each relation its name, the other entity's module, and the column with
/// the other row's id.
#[macro_export]
macro_rules! belongs_to {
    ($($relation:ident: $other:ident by $column:ident),+) => {
        /// The entities that its rows belong to.
        #[derive(Copy, Clone, Debug, EnumIter)]
        #[allow(missing_docs)] // Named after what it leads to.
        pub enum Relation {
            $($relation,)+
        }

        impl RelationTrait for Relation {
            fn def(&self) -> RelationDef {
                match self {
                    $(Self::$relation => Entity::belongs_to($other::Entity)
                        .from(Column::$column)
                        .to($other::Column::Id)
                        .into(),)+
                }
            }
        }

        $(impl Related<$other::Entity> for Entity {
            fn to() -> RelationDef {
                Relation::$relation.def()
            }
        })+

        impl ActiveModelBehavior for ActiveModel {}
    };
}

pub use belongs_to;
